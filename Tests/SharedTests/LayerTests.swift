import Foundation
import Testing

/// Every layer of a stack against what the endpoints logged: WebSocket frames, their messages, the STOMP frames in them.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct LayerTests {
    static let captures = ["h6_stomp_ws", "h17_stomp_ws_textframe_bad_utf8"]

    @Test("the upgrade and the frames of layer 0 are the logged ones", arguments: captures)
    func frames(_ name: String) throws {
        let truth = try Truth.load(name)
        let units = try Self.units(name)
        for (dir, from) in [("c2s", "client"), ("s2c", "server")] {
            let logged = truth.all[0].messages.filter { $0.dir == dir }
            let seen = units.filter { $0.from == from && $0.layer == 0 }
            #expect(seen.map { [$0.start, $0.end] } == logged.map { [$0.start, $0.end] })
            #expect(seen.allSatisfy { $0.kind == "message" })
        }
    }

    @Test("each data frame is one message of layer 1, from the bytes of its payload", arguments: captures)
    func messages(_ name: String) throws {
        let truth = try Truth.load(name)
        let units = try Self.units(name)
        for (dir, from) in [("c2s", "client"), ("s2c", "server")] {
            let logged = truth.all[0].messages.filter { $0.dir == dir && ($0.opcode ?? 8) < 8 }
            let seen = units.filter { $0.from == from && $0.layer == 1 }
            let payloads = logged.map { UnitLine.Range(start: $0.end - ($0.payloadLength ?? 0), end: $0.end) }
            #expect(seen.map(\.bytesFrom) == payloads.map { [$0] })
            #expect(seen.map { $0.below?.units ?? [] } == logged.map { [$0.index] })
        }
    }

    @Test("each STOMP frame and LF of layer 2 stands where it was logged", arguments: captures)
    func stomp(_ name: String) throws {
        let truth = try Truth.load(name)
        let units = try Self.units(name)
        for (dir, from) in [("c2s", "client"), ("s2c", "server")] {
            let seen = units.filter { $0.from == from && $0.layer == 2 }
            var expected: [UnitLine.Range] = []
            var kinds: [String] = []
            var bodies: [Int] = []
            for message in truth.all[0].messages where message.dir == dir {
                let payload = message.end - (message.payloadLength ?? 0)
                for inner in message.stomp ?? [] {
                    expected.append(UnitLine.Range(start: payload + inner.start, end: payload + inner.end))
                    kinds.append(inner.kind == "frame" ? inner.command ?? "" : "lf")
                    bodies.append(inner.bodyLength ?? 0)
                }
            }
            #expect(seen.map(\.bytesFrom) == expected.map { [$0] })
            #expect(seen.map { $0.kind == "heartbeat" ? "lf" : $0.fields?.command ?? "" } == kinds)
            #expect(seen.map { $0.fields?.bodyLength ?? 0 } == bodies)
        }
    }

    @Test("the binary body in a text frame is what h17 says: no UTF-8")
    func badText() throws {
        let broken = try Self.units(Self.captures[1]).filter { $0.violation != nil }
        let ids = broken.map { "\($0.from) \($0.layer ?? -1) \($0.index) \($0.violation?.id ?? "")" }
        #expect(ids == ["server 1 3 websocket.bad-utf8"])
    }

    static func units(_ name: String) throws -> [UnitLine] {
        let outcome = try Shared.seam(["messages", "--json", "-c", "websocket/stomp", Truth.capture(name)])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try Shared.lines(outcome.output, as: UnitLine.self)
    }
}
