import Seam
import SeamReport

/// The first line of an expectation: `{"codec":"tlc","codec:9001":"line","carriers":"segments","filter":"port 9999"}`.
struct FixtureOptions: Equatable {
    /// The codec spec of all ports; nil is recognition.
    var codec: String?
    /// The specs of single ports, as `-c PORT=SPEC` takes them, in their order.
    var byPort: [String] = []
    /// What messages are compared with.
    var carriers = CarrierKind.segments
    /// A libpcap filter.
    var filter: String?

    /// The specs as arguments of `-c`.
    var specs: [String] { (codec.map { [$0] } ?? []) + byPort }

    /// The options of a fixture that is recorded.
    init(codec: String?, byPort: [String], carriers: CarrierKind) {
        self.codec = codec
        self.byPort = byPort
        self.carriers = carriers
    }

    /// Reads the line; nil when it is not an object of texts with these names.
    init?(_ line: [UInt8]) {
        guard case .object(let members)? = JSONValue(line) else { return nil }
        for member in members {
            guard let text = member.value.text else { return nil }
            switch member.name {
            case "codec": codec = text
            case "filter": filter = text
            case "carriers":
                guard let kind = CarrierKind(rawValue: text) else { return nil }
                carriers = kind
            default:
                guard member.name.hasPrefix("codec:") else { return nil }
                byPort.append("\(member.name.dropFirst("codec:".count))=\(text)")
            }
        }
    }

    /// The line.
    var line: [UInt8] {
        var members: [(name: String, value: String)] = [("codec", codec ?? "auto")]
        for spec in byPort {
            let parts = spec.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { members.append(("codec:\(parts[0])", String(parts[1]))) }
        }
        if carriers != .segments { members.append(("carriers", carriers.rawValue)) }
        if let filter { members.append(("filter", filter)) }
        var rows = RowBuffer()
        rows.append("{")
        for (place, member) in members.enumerated() {
            if place > 0 { rows.append(",") }
            unsafe rows.append(json: member.name.utf8.span.bytes)
            rows.append(":")
            unsafe rows.append(json: member.value.utf8.span.bytes)
        }
        rows.append("}")
        return [UInt8](copying: rows.bytes)
    }
}
