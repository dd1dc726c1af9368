// The codecs under test: each makes a spec of four bytes, small limits among its values.

import Seam

extension CodecTarget {
    static let all = [delimiter, line, fixed, varint, length, tlc, stomp, presets, layers]

    private static let limits = ["1", "2", "5", "16", "127", "128", "300", "8k", "16M"]
    private static let orders = ["big", "little"]
    private static let counts = ["content", "frame"]

    private static let delimiter = CodecTarget(name: "delimiter") { p in
        let delimiters = [
            "ff", "0a", "0d0a", "0d0a|0a", "00|0a", "6162|62", "616263|62", "61|6161|616161", "3b3b|3b3a3b",
            "0a0d|0d0a", "616161|6161",
        ]
        let strip = ["yes", "no"].pick(p[2])
        return "delimiter:bytes=\(delimiters.pick(p[0])),max=\(limits.pick(p[1])),strip=\(strip)"
    }

    private static let line = CodecTarget(name: "line") { p in
        "line:max=\(limits.pick(p[0])),strip=\(["yes", "no"].pick(p[1]))"
    }

    private static let fixed = CodecTarget(name: "fixed") { p in "fixed:size=\(1 + Int(p[0]))" }

    private static let varint = CodecTarget(name: "varint") { p in "varint:max=\(limits.pick(p[0]))" }

    private static let length = CodecTarget(name: "length") { p in
        let widths = [1, 2, 3, 4, 8].map { "width=\($0)" }
        let binary = widths.flatMap { width in orders.map { "\(width),order=\($0)" } }
        let number = (binary + ["digits=1", "digits=4", "digits=20", "end=20", "end=0a", "end=3a"]).pick(p[0])
        let offset = Int(p[1] % 16)
        let adjust = Int(Int8(bitPattern: p[2]))
        let strip = ["", ",strip=0", ",strip=3"].pick(p[3] / 32)
        return "length:offset=\(offset),\(number),adjust=\(adjust),counts=\(counts.pick(p[3]))"
            + ",max=\(limits.pick(p[3] / 2))\(strip)"
    }

    private static let tlc = CodecTarget(name: "tlc") { p in
        let width = [1, 2, 3, 4, 8].pick(p[1])
        let first = ["type", "length"].pick(p[2] / 4)
        return
            "tlc:type=\(p[0] % 9),length=\(width),order=\(orders.pick(p[2])),counts=\(counts.pick(p[2] / 2))"
            + ",first=\(first),max=\(limits.pick(p[3]))"
    }

    private static let stomp = CodecTarget(name: "stomp") { p in
        let version = ["auto", "1.0", "1.1", "1.2"].pick(p[0])
        let head = ["100k", "64", "16"].pick(p[1])
        return "stomp:version=\(version),max-head=\(head),max=\(["16M", "1", "16"].pick(p[2]))"
            + ",max-headers=\(["100", "1", "3"].pick(p[3])),max-command=\(["32", "11"].pick(p[3] / 4))"
    }

    /// All other codecs of the registry, as they are by default.
    private static let presets = CodecTarget(name: "presets") { p in
        CodecRegistry.all.map(\.name).pick(p[0])
    }

    /// Stacks of them: what one hands on is what the next one cuts.
    private static let layers = CodecTarget(name: "layers") { p in
        let stacks = [
            "websocket", "websocket/auto", "websocket/stomp", "websocket/sockjs/auto", "websocket/sockjs/stomp",
            "websocket/json", "websocket/mqtt", "websocket:max-message=64/line", "http/json", "line/base64/json",
            "varint/rpc-id/json", "rhsocket/base64/text", "length:width=1/stomp", "netstring/auto",
            "length:width=1/websocket/stomp", "stomp/json", "stomp:dialect=netty/line", "line/auto",
            "websocket/stomp:dialect=stompkit",
        ]
        return stacks.pick(p[0])
    }
}
