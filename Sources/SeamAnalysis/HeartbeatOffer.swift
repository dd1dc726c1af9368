import SeamBytes

/// Reads what a STOMP frame says of heart-beats, and counts characters: content that findings look into.
enum HeartbeatOffer {
    /// Milliseconds between the heart-beats that a side can send, and those that it wants; 0 for none.
    typealias Offer = (sends: Int, wants: Int)

    /// The value of the header `heart-beat` (STOMP 1.2, "Heart-beating"), in milliseconds.
    static func find(in frame: RawSpan) -> Offer? {
        let name: [UInt8] = Array("\nheart-beat:".utf8)
        var start = 0
        while let line = ByteSearch.firstIndex(of: 0x0a, in: frame, from: start) {
            // An empty line ends the headers.
            if frame.byte(at: line + 1) == 0x0a || frame.byte(at: line + 1) == 0x0d { return nil }
            if name.indices.allSatisfy({ frame.byte(at: line + $0) == name[$0] }) {
                return numbers(in: frame, from: line + name.count)
            }
            start = line + 1
        }
        return nil
    }

    private static func numbers(in frame: RawSpan, from start: Int) -> Offer? {
        var numbers = [0, 0]
        var place = 0
        var index = start
        while let byte = frame.byte(at: index), index - start < 24, byte != 0x0a, byte != 0x0d {
            switch byte {
            case 0x30...0x39 where numbers[place] < 1_000_000_000:
                numbers[place] = numbers[place] * 10 + Int(byte - 0x30)
            case UInt8(ascii: ",") where place == 0: place = 1
            case UInt8(ascii: " "): break
            default: return nil
            }
            index += 1
        }
        return place == 1 ? (numbers[0], numbers[1]) : nil
    }

    /// By how much a text of UTF-8 has fewer characters than bytes: counted in scalars, and in UTF-16 (NSString).
    static func charactersSaved(in text: RawSpan) -> (scalars: Int, units: Int) {
        var continuations = 0
        var long = 0
        for index in 0..<text.byteCount {
            guard let byte = text.byte(at: index) else { break }
            if byte & 0xc0 == 0x80 { continuations += 1 }
            if byte >= 0xf0 { long += 1 }
        }
        return (continuations, continuations - long)
    }
}
