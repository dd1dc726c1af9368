import SeamBytes
import Testing

@testable import SeamCapture

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether this process may capture the loopback interface; without that right the tests of capturing are left out.
let canCaptureLoopback: Bool = {
    do throws(CaptureError) {
        _ = try LiveHandle(loopback, LiveOptions())
        return true
    } catch {
        return false
    }
}()

#if canImport(Darwin)
let loopback = "lo0"
#else
let loopback = "lo"
#endif

@Suite(.timeLimit(.minutes(1))) struct LiveCaptureTests {
    @Test("an interface that is not there is named, with how to find those that are")
    func unknown() {
        let error = #expect(throws: CaptureError.self) { _ = try LiveCapture(["no-such-if"]) }
        #expect(error?.file == "no-such-if")
        #expect(error?.kind == .noSuchInterface || error?.kind == .captureDenied)
        #expect(CaptureError(.noSuchInterface, file: "x").advice.contains("seam interfaces"))
    }

    @Test("a filter that cannot be compiled is an error with its words", .enabled(if: canCaptureLoopback))
    func filter() {
        var options = LiveOptions()
        options.filter = "tcp prt 9"
        let error = #expect(throws: CaptureError.self) { _ = try LiveCapture([loopback], options) }
        #expect(error?.kind == .filter("tcp prt 9"))
    }

    @Test(
        "datagrams over loopback are captured in order, with their bytes, whether at once or in batches",
        .enabled(if: canCaptureLoopback),
        arguments: [true, false]
    )
    func datagrams(isImmediate: Bool) throws {
        let port: UInt16 = isImmediate ? 47_119 : 47_120
        var options = LiveOptions()
        options.filter = "udp dst port \(port)"
        options.isImmediate = isImmediate
        var capture = try LiveCapture([loopback], options)
        for number in 0..<10 { try send([UInt8](repeating: UInt8(number), count: 100), to: port) }
        var last: [UInt8] = []
        for _ in 0..<100 where last.count < 10 {
            while let packet = capture.next() {
                #expect(packet.number == last.count + 1)
                // 8 bytes of UDP, 20 of IP, and what the link layer has.
                #expect(packet.bytes.byteCount >= 128)
                last.append([UInt8](copying: packet.bytes).last ?? 0)
            }
            capture.wait(milliseconds: 50)
        }
        #expect(last == Array(0..<10))
        let isOver = capture.isOver
        #expect(!isOver)
    }

    @Test(
        "what came before the stop can still be taken, then the capture is over",
        .enabled(if: canCaptureLoopback)
    )
    func stop() throws {
        var options = LiveOptions()
        options.filter = "udp dst port 47121"
        var capture = try LiveCapture([loopback], options)
        for number in 0..<5 { try send([UInt8(number)], to: 47_121) }
        capture.stop()
        var count = 0
        for _ in 0..<100 {
            let isOver = capture.isOver
            var taken = 0
            while capture.next() != nil { taken += 1 }
            count += taken
            if isOver, taken == 0 { break }
            capture.wait(milliseconds: 50)
        }
        #expect(count == 5)
        let counts = capture.counts[0]
        #expect(counts.droppedByKernel == 0)
    }

    @Test("a queue without room counts what it refused", .enabled(if: canCaptureLoopback))
    func refusal() throws {
        var options = LiveOptions()
        options.filter = "udp dst port 47122"
        options.queue = 1 << 20
        let capture = try LiveCapture([loopback], options)
        // 40 datagrams of 60 000 bytes are more than a mebibyte; nobody takes them.
        for _ in 0..<40 { try send([UInt8](repeating: 0, count: 60_000), to: 47_122) }
        for _ in 0..<40 where capture.counts[0].droppedByQueue == 0 { usleep(50_000) }
        let refused = capture.counts[0].droppedByQueue
        #expect(refused > 0)
    }

    @Test("the interfaces are listed without rights, the loopback among them")
    func devices() throws {
        let devices = try CaptureDevice.all()
        let device = try #require(devices.first { $0.name == loopback })
        #expect(device.isLoopback && device.isUp)
        #expect(device.addresses.contains([127, 0, 0, 1]))
    }

    private func send(_ bytes: [UInt8], to port: UInt16) throws {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let sent = unsafe withUnsafeBytes(of: &address) { raw in
            unsafe sendto(
                descriptor,
                bytes,
                bytes.count,
                0,
                raw.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(raw.count)
            )
        }
        try #require(sent == bytes.count)
    }
}
