import SeamBytes
import Testing

@testable import SeamCapture

@Suite struct PacketRingTests {
    private func append(_ ring: PacketRing, _ bytes: [UInt8], time: Int = 0) -> Bool {
        let header = PacketRing.Header(
            time: time,
            captured: UInt32(bytes.count),
            original: UInt32(bytes.count),
            linkType: 1,
            interface: 0
        )
        return unsafe bytes.withUnsafeBytes { unsafe ring.append(header, $0) }
    }

    @Test("packets come out as they went in, also those that would have wrapped")
    func order() {
        let ring = PacketRing(capacity: 1 << 12)
        var reader = PacketRing.Reader()
        // 32 + 1000 bytes do not divide 4096 evenly.
        for number in 0..<1000 {
            let bytes = [UInt8](repeating: UInt8(number % 251), count: 1000 + number % 16)
            #expect(append(ring, bytes, time: number))
            let isThere = reader.advance(ring)
            #expect(isThere)
            #expect(reader.header.time == number)
            #expect([UInt8](copying: reader.bytes(ring)) == bytes)
        }
        let isMore = reader.advance(ring)
        #expect(!isMore)
        #expect(ring.waiting == 0)
    }

    @Test("a packet for which there is no room is refused, and the ones before stay whole")
    func full() {
        let ring = PacketRing(capacity: 1 << 12)
        var reader = PacketRing.Reader()
        // 4096 / (32 + 992) is 4.
        for number in 0..<4 { #expect(append(ring, [UInt8](repeating: UInt8(number), count: 992))) }
        #expect(!append(ring, [1]))
        for number in 0..<4 {
            let isThere = reader.advance(ring)
            #expect(isThere)
            #expect([UInt8](copying: reader.bytes(ring)) == [UInt8](repeating: UInt8(number), count: 992))
        }
        // Memory is given back when the reader moves on.
        #expect(!append(ring, [UInt8](repeating: 9, count: 3000)))
        let isMore = reader.advance(ring)
        #expect(!isMore)
        #expect(append(ring, [9]))
    }

    @Test("a packet larger than half of the queue is refused rather than waited for")
    func huge() {
        #expect(!append(PacketRing(capacity: 1 << 12), [UInt8](repeating: 0, count: 2048)))
    }

    @Test("two threads pass a hundred thousand packets in order")
    func threads() throws {
        let ring = PacketRing(capacity: 1 << 16)
        try System.startThread {
            var number = 0
            while number < 100_000 {
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 1500)
                let header = PacketRing.Header(
                    time: number,
                    captured: UInt32(bytes.count),
                    original: 0,
                    linkType: 0,
                    interface: 0
                )
                if unsafe bytes.withUnsafeBytes({ unsafe ring.append(header, $0) }) { number += 1 }
                ring.readable.wake()
            }
        }
        var reader = PacketRing.Reader()
        var next = 0
        var wrong = 0
        while next < 100_000 {
            guard reader.advance(ring) else {
                ring.readable.sleep(milliseconds: 10) { ring.waiting > 0 }
                continue
            }
            let bytes = reader.bytes(ring)
            let last = bytes.byte(at: bytes.byteCount - 1) ?? UInt8(truncatingIfNeeded: next)
            let isRight = reader.header.time == next && bytes.byteCount == next % 1500
            if !isRight || last != UInt8(truncatingIfNeeded: next) { wrong += 1 }
            next += 1
        }
        #expect(wrong == 0)
    }
}
