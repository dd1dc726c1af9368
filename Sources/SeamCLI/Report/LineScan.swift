import Seam

/// Finds the members of a line of JSON that seam itself has written: no spaces between values, no mistakes.
///
/// It makes no values of them: an index of millions of rows asks for a few numbers of each.
enum LineScan {
    /// Calls `visit` with the places of each name and value of an object, until it answers false.
    static func members(
        of object: Range<Int>,
        in line: RawSpan,
        _ visit: (_ name: Range<Int>, _ value: Range<Int>) -> Bool
    ) {
        var place = object.lowerBound + 1
        while place < object.upperBound, line.byte(at: place) == UInt8(ascii: "\"") {
            let name = (place + 1)..<(end(of: place, in: line) - 1)
            let start = name.upperBound + 2
            let value = start..<max(start, end(of: start, in: line))
            guard visit(name, value) else { return }
            place = value.upperBound + 1
        }
    }

    /// Calls `visit` with the place of each element of an array.
    static func elements(of array: Range<Int>, in line: RawSpan, _ visit: (Range<Int>) -> Void) {
        var place = array.lowerBound + 1
        while place < array.upperBound - 1 {
            let element = place..<max(place + 1, end(of: place, in: line))
            visit(element)
            place = element.upperBound + 1
        }
    }

    /// A number in decimal notation; not a number when it is none.
    static func number(_ value: Range<Int>, in line: RawSpan) -> Double {
        var digits = 0.0
        var scale = 1.0
        var isFraction = false
        for place in value {
            switch line.byte(at: place) {
            case .some(let byte) where (0x30...0x39).contains(byte):
                digits = digits * 10 + Double(byte - 0x30)
                if isFraction { scale *= 10 }
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "-") where place == value.lowerBound: scale = -1
            default: return .nan
            }
        }
        return value.isEmpty ? .nan : digits / scale
    }

    /// Whether a name is this one.
    static func holds(_ name: Range<Int>, in line: RawSpan, _ word: StaticString) -> Bool {
        guard name.count == word.utf8CodeUnitCount else { return false }
        for place in 0..<name.count
        where unsafe line.byte(at: name.lowerBound + place) != word.utf8Start[place] { return false }
        return true
    }

    /// Where the value that begins at `start` ends.
    private static func end(of start: Int, in line: RawSpan) -> Int {
        var depth = 0
        var place = start
        while let byte = line.byte(at: place) {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                while let inner = line.byte(at: place), inner != UInt8(ascii: "\"") {
                    place += inner == UInt8(ascii: "\\") ? 2 : 1
                }
                if depth == 0 { return place + 1 }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
                if depth == 0 { return place + 1 }
            case UInt8(ascii: ",") where depth == 0: return place
            default: break
            }
            place += 1
        }
        return line.byteCount
    }
}
