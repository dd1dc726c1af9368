import Foundation

/// What the endpoints logged of one capture of `shared/truth`.
struct Truth: Decodable {
    struct Message: Decodable {
        var dir: String
        var index: Int
        var start: Int
        var end: Int
        var kind: String?
        var trailingEol: Int?
        var unsent: Bool?
        var opcode: Int?
        var payloadLength: Int?
        var stomp: [Inner]?
    }

    /// A STOMP frame or an LF in the payload of a WebSocket frame; offsets count in the payload.
    struct Inner: Decodable {
        var start: Int
        var end: Int
        var kind: String
        var command: String?
        var bodyLength: Int?
    }

    struct Segment: Decodable {
        var dir: String
        var frame: Int
        var offset: Int
        var length: Int
    }

    struct Connection: Decodable {
        var client: String
        var server: String
        var messages: [Message]
        var segments: [Segment]?
    }

    struct Decodes: Decodable {
        var boundariesEqual: Bool
    }

    struct Capture: Decodable {
        var snaplen: Int?
    }

    var name: String
    var file: String
    var client: String?
    var server: String?
    var messages: [Message]?
    var segments: [Segment]?
    var connections: [Connection]?
    var decodes: Decodes?

    /// The connections of the capture, whichever way they are written down.
    var all: [Connection] {
        if let connections { return connections }
        return [
            Connection(
                client: client ?? "",
                server: server ?? "",
                messages: messages ?? [],
                segments: segments
            )
        ]
    }

    static func load(_ name: String) throws -> Truth {
        try Shared.json("\(Shared.root)/truth/\(name).truth.json")
    }

    static func capture(_ name: String) -> String {
        let path = "\(Shared.root)/truth/\(name)"
        return FileManager.default.fileExists(atPath: path + ".pcap") ? path + ".pcap" : path + ".pcapng"
    }
}

/// A line of `seam messages --json`, as far as tests look at it.
struct UnitLine: Decodable {
    struct Violation: Decodable {
        var id: String
        var text: String
    }

    struct Seam: Decodable {
        var seam: String
        var offset: Int
        var packet: Int
        var cause: String
    }

    struct Range: Decodable, Equatable {
        var start: Int
        var end: Int
    }

    struct Below: Decodable {
        var layer: Int
        var units: [Int]
        var verdict: String
    }

    struct Fields: Decodable {
        var command: String?
        var bodyLength: Int?
    }

    var stream: Int
    var from: String
    var index: Int
    var kind: String
    var layer: Int?
    var start: Int
    var end: Int
    var bytesFrom: [Range]?
    var packets: [Int]?
    var verdict: String?
    var seams: [Seam]?
    var below: Below?
    var fields: Fields?
    var violation: Violation?
}
