import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program that answers on its standard output what it is asked on its standard input: the only place that spawns.
///
/// It runs in a process group of its own, so that what it started itself can be ended with it.
final class ChildProcess {
    /// What came of an exchange.
    enum Exchange {
        /// The reader of lines was satisfied.
        case answered
        /// It ended, in words: its status and its last line of errors.
        case ended(String)
        /// It neither took nor wrote a byte for as long as it was given.
        case silent
        /// It wrote more than `outputLimit` bytes.
        case flooded
    }

    /// More bytes than this are no answer to anything.
    static let outputLimit = 256 << 20
    /// Bytes of standard error that are kept: the end, which has the reason.
    private static let errorLimit = 4096

    private let child: pid_t
    private var input: Int32
    private let output: Int32
    private let errors: Int32
    /// Output that was read and not yet handed out as lines.
    private var pending: [UInt8] = []
    private var lastErrors: [UInt8] = []
    private var hasErrors = true
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    /// Starts `command` with the shell.
    ///
    /// - Throws: `input` when it cannot be started.
    init(_ command: String) throws(CommandError) {
        do throws(SystemError) {
            (child, input, output, errors) = try startChild(["/bin/sh", "-c", command])
        } catch {
            throw .input("cannot start \(command): \(Descriptor.describe(error.number))")
        }
    }

    deinit { stop() }

    /// Writes `request` and hands what comes back to `take`, line by line, until it answers true and all is written.
    ///
    /// `patience` is in milliseconds.
    func exchange(_ request: [UInt8], patience: Int, _ take: (ArraySlice<UInt8>) -> Bool) -> Exchange {
        var written = 0
        var isAnswered = false
        var received = 0
        while !isAnswered || written < request.count {
            var waits = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: written < request.count ? input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            let ready = unsafe poll(&waits, 3, Int32(clamping: patience))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return .silent }
            if waits[1].revents != 0 { readErrors() }
            if waits[2].revents != 0 {
                guard let count = write(request[written...]) else { return end() }
                written += count
            }
            guard waits[0].revents != 0 else { continue }
            guard let count = read(output) else { return end() }
            received += count
            guard received <= Self.outputLimit else { return .flooded }
            pending += block[..<count]
            isAnswered = handOut(isAnswered, take)
        }
        return .answered
    }

    /// Gives whole lines away; what comes behind the answer stays for the next exchange.
    private func handOut(_ wasAnswered: Bool, _ take: (ArraySlice<UInt8>) -> Bool) -> Bool {
        var start = 0
        var isAnswered = wasAnswered
        while !isAnswered, let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
            isAnswered = take(pending[start..<end])
            start = end + 1
        }
        pending.removeFirst(start)
        return isAnswered
    }

    /// How many bytes were written, 0 when there was no room; nil when nobody reads them.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { unsafe sendBytes(input, $0) }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// How many bytes were read into `block`, 0 when there were none; nil at the end.
    private func read(_ descriptor: Int32) -> Int? {
        let count = unsafe block.withUnsafeMutableBytes { unsafe receiveBytes(descriptor, $0) }
        if count > 0 { return count }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : nil
    }

    private func readErrors() {
        guard let count = read(errors) else { return hasErrors = false }
        lastErrors += block[..<count]
        lastErrors.removeFirst(max(0, lastErrors.count - Self.errorLimit))
    }

    /// Waits for the end of a program that no longer listens or speaks, and tells how it was.
    private func end() -> Exchange {
        let status = stop()
        while hasErrors, let count = read(errors), count > 0 { lastErrors += block[..<count] }
        let how = status & 0x7F == 0 ? "exit \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
        let words = lastErrors.split(separator: UInt8(ascii: "\n")).last.map {
            String(decoding: $0, as: UTF8.self)
        }
        return .ended(how + (words.map { ", \($0)" } ?? ""))
    }

    /// The status of the ended program, once it is known.
    private var status: Int32?

    /// Closes its input, gives it a moment to end by itself, and ends it; its status as `waitpid` has it.
    @discardableResult
    func stop() -> Int32 {
        if let status { return status }
        closeFile(input)
        var status: Int32 = 0
        for _ in 0..<100 {
            let ended = unsafe waitpid(child, &status, WNOHANG)
            if ended != 0 { return finish(status) }
            _ = poll(nil, 0, 10)
        }
        kill()
        unsafe waitpid(child, &status, 0)
        return finish(status)
    }

    /// Ends the program and all that it started, at once.
    func kill() { sendSignal(-child, SIGKILL) }

    private func finish(_ status: Int32) -> Int32 {
        self.status = status
        // What the program started itself must not outlive it.
        kill()
        while hasErrors, let count = read(errors), count > 0 { lastErrors += block[..<count] }
        hasErrors = false
        closeFile(output)
        closeFile(errors)
        return status
    }
}

/// A call that failed, with its `errno`.
private struct SystemError: Error {
    let number: Int32
}

/// Between making a pipe and closing it at exec no other thread may start a program, which would inherit it.
private let spawning = Mutex(())

private typealias Child = (process: pid_t, input: Int32, output: Int32, errors: Int32)

private func startChild(_ words: [String]) throws(SystemError) -> Child {
    let result: Result<Child, SystemError> = spawning.withLock { _ in
        do throws(SystemError) { return .success(try startAlone(words)) } catch { return .failure(error) }
    }
    return try result.get()
}

private func startAlone(_ words: [String]) throws(SystemError) -> Child {
    let input = try makePipe()
    let output = try makePipe()
    let errors = try makePipe()
    defer { for end in [input.read, output.write, errors.write] { closeFile(end) } }
    var actions = unsafe newFileActions()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in [input.read, output.write, errors.write].enumerated() {
        unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var attributes = unsafe newAttributes()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // seam ignores SIGPIPE; a program that nobody reads must not write on for ever.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let copies = unsafe words.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawn(&child, words[0], &actions, &attributes, copies + [nil], environ)
    guard failure == 0 else {
        for end in [input.write, output.read, errors.read] { closeFile(end) }
        throw SystemError(number: failure)
    }
    for end in [input.write, output.read, errors.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    return (child, input.write, output.read, errors.read)
}

private func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

#if canImport(Darwin)
@unsafe private func newFileActions() -> posix_spawn_file_actions_t? { nil }
@unsafe private func newAttributes() -> posix_spawnattr_t? { nil }
#else
@unsafe private func newFileActions() -> posix_spawn_file_actions_t { unsafe posix_spawn_file_actions_t() }
@unsafe private func newAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
#endif

// Inside the class the methods of the same names would be found instead.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

private func receiveBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, bytes.baseAddress, bytes.count)
}

private func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

private func sendSignal(_ process: pid_t, _ signal: Int32) { _ = kill(process, signal) }
