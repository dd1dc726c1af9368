import Seam
import SeamReport

extension Command {
    /// `seam interfaces`: what `live` can capture.
    static let interfaces = Command(
        name: "interfaces",
        summary: "the interfaces of this machine that live can capture",
        description: [
            """
            Lists the interfaces with their state, link type and addresses. No rights are needed for the list, \
            only for capturing.
            """
        ],
        operands: .none,
        groups: [.output],
        examples: [
            Example("seam interfaces", "all interfaces"),
            Example("seam interfaces --json", "the same, one object an interface"),
        ]
    ) { (options, _, output) throws(CommandError) in
        let devices: [CaptureDevice]
        do throws(CaptureError) {
            devices = try CaptureDevice.all()
        } catch {
            throw CommandError(error)
        }
        var rows = RowBuffer()
        let names = devices.map(\.name.count).max() ?? 0
        for device in devices {
            if options.output.json {
                json(device, &rows)
            } else {
                text(device, nameWidth: names, &rows)
            }
        }
        output.takeAll(&rows)
        return .success
    }

    private static func json(_ device: CaptureDevice, _ rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("name", text: device.name)
        rows.member("description", text: device.details)
        rows.member("up", device.isUp)
        rows.member("running", device.isRunning)
        rows.member("loopback", device.isLoopback)
        rows.member("link_type", textOrNull: linkName(device) ?? "")
        rows.beginArray("addresses")
        for address in device.addresses { rows.element(text: addressText(address)) }
        rows.endArray()
        rows.endObject()
        rows.endLine()
    }

    private static func text(_ device: CaptureDevice, nameWidth: Int, _ rows: inout RowBuffer) {
        var state = device.isUp ? (device.isRunning ? "up" : "no carrier") : "down"
        if device.isLoopback { state += ", loopback" }
        let link = linkName(device) ?? "-"
        let addresses = device.addresses.map(addressText).joined(separator: " ")
        let what = addresses.isEmpty ? device.details : addresses
        var line = padded(device.name, nameWidth) + "  " + padded(state, 12) + "  " + padded(link, 12)
        line += what.isEmpty ? "" : "  " + what
        while line.last == " " { line.removeLast() }
        rows.append(text: line)
        rows.endLine()
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func linkName(_ device: CaptureDevice) -> String? {
        device.linkType.map { LinkType(rawValue: $0).name }
    }

    private static func addressText(_ bytes: [UInt8]) -> String {
        let words = bytes.reduce(into: (high: UInt64(0), low: UInt64(0))) { words, byte in
            words.high = words.high << 8 | words.low >> 56
            words.low = words.low << 8 | UInt64(byte)
        }
        let isIPv4 = bytes.count == 4
        let address =
            isIPv4
            ? IPAddress(ipv4: UInt32(truncatingIfNeeded: words.low))
            : IPAddress(high: words.high, low: words.low)
        return "\(address)"
    }
}
