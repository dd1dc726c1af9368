import Testing

@testable import SeamBytes

@Suite("Memory that is asked for and given back")
struct MemoryTests {
    @Test("values of a whole cache line each start on one, before and after the row grows")
    func lines() {
        struct Line: BitwiseCopyable {
            var words = (0, 0, 0, 0, 0, 0, 0, 0)
        }
        var row = Row<Line>(room: 3)
        for count in 1...40 {
            row.append(Line())
            let address = unsafe Int(bitPattern: row.base)
            #expect(address % 64 == 0, "\(count) values")
        }
    }

    @Test("a window that rests gives back what is large and empty")
    func empty() {
        var window = ByteWindow()
        window.append([UInt8](repeating: 7, count: 5000).rawSpan)
        window.removeFirst(5000)
        let before = window.room
        window.rest()
        let after = window.room
        #expect(before >= 5000 && after == 0)
    }

    @Test("a window that rests keeps bytes that wait, and goes on")
    func waiting() {
        var window = ByteWindow()
        window.append([UInt8](repeating: 7, count: 5000).rawSpan)
        window.removeFirst(4998)
        window.rest()
        window.append([8, 9].rawSpan)
        let bytes = [UInt8](copying: window.bytes)
        #expect(bytes == [7, 7, 8, 9])
    }

    @Test("a window that rests keeps the little room that most messages need")
    func little() {
        var window = ByteWindow()
        window.append([1, 2, 3].rawSpan)
        window.removeAll()
        window.rest()
        let room = window.room
        #expect(room > 0)
    }

    @Test("what is abandoned is not taken apart, what is not is")
    func abandoned() {
        final class Count { var taken = 0 }
        struct Part: ~Copyable {
            let count: Count
            deinit { count.taken += 1 }
        }
        let count = Count()
        abandon(Part(count: count))
        #expect(count.taken == 0)
        do { _ = Part(count: count) }
        #expect(count.taken == 1)
    }
}
