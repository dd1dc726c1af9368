import Seam

/// A project file, `seam.json`: codecs of one's own, with the ports that they are spoken on.
///
///     {
///       // JSON5: comments, names without quotes, commas at the end
///       codecs: [
///         { name: "game", spec: "tlc:type=2,length=4,order=little", ports: [9000], types: { 1: "login", 0x10: "move" } },
///       ],
///     }
struct Project {
    /// A codec of the file.
    struct Codec {
        var name: String
        var factory: CodecFactory
        var ports: [UInt16]
    }

    /// Where a project is looked for when none is named.
    static let usualPath = "seam.json"

    private(set) var codecs: [Codec] = []

    /// The project of a path; that of the current directory, if it has one, where no path is given.
    ///
    /// - Throws: `input` that names the file, and the line or the codec.
    init(_ given: String?) throws(CommandError) {
        let path = given ?? Self.usualPath
        guard given != nil || Directory.hasFile(path) else { return }
        let bytes = try Directory.contents(path)
        let value: JSON5
        do throws(JSON5.Fault) {
            value = try JSON5(bytes)
        } catch {
            throw .input("\(path): line \(error.line): \(error.problem)")
        }
        guard case .list(let list) = value["codecs"] ?? .list([]) else {
            throw .input("\(path): codecs is not a list in brackets")
        }
        for entry in list { codecs.append(try codec(entry, path)) }
    }

    /// The codec of that name, which specs may name as one of their layers.
    func factory(_ name: String) -> CodecFactory? { codecs.last { $0.name == name }?.factory }

    private func codec(_ entry: JSON5, _ path: String) throws(CommandError) -> Codec {
        guard case .text(let name) = entry["name"], !name.isEmpty else {
            throw .input("\(path): a codec has no name, as { name: \"game\", spec: \"tlc\" }")
        }
        guard case .text(let spec) = entry["spec"] else {
            throw .input("\(path): codec \(name) has no spec, as spec: \"tlc:type=2,length=4\"")
        }
        if case .object(let members) = entry,
            let odd = members.first(where: { !["name", "spec", "ports", "types"].contains($0.name) })
        {
            throw .input("\(path): codec \(name): '\(odd.name)' is not name, spec, ports or types")
        }
        do throws(SpecError) {
            let factory = try CodecRegistry.factory(spec, others: factory)
            let types = try Self.names(entry["types"])
            return Codec(
                name: name,
                factory: factory.named(name, types: types),
                ports: try Self.ports(entry["ports"])
            )
        } catch {
            throw .input("\(path): codec \(name): \(error)")
        }
    }

    private static func ports(_ value: JSON5?) throws(SpecError) -> [UInt16] {
        guard let value else { return [] }
        guard case .list(let list) = value else { throw SpecError("ports is not a list such as [9000]") }
        var ports: [UInt16] = []
        for entry in list {
            guard case .number(let number) = entry, let port = UInt16(exactly: number), port > 0 else {
                throw SpecError("ports has something that is no port from 1 to 65535")
            }
            ports.append(port)
        }
        return ports
    }

    private static func names(_ value: JSON5?) throws(SpecError) -> [Int: String] {
        guard let value else { return [:] }
        guard case .object(let members) = value else {
            throw SpecError("types is no object such as { 1: \"login\" }")
        }
        var names: [Int: String] = [:]
        for member in members {
            guard let type = JSON5.number(member.name), case .text(let name) = member.value else {
                throw SpecError("types: \(member.name) is not a number with a name, as 1: \"login\"")
            }
            names[type] = name
        }
        return names
    }
}
