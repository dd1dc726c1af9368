/// Answers requests of HTTP/1.1 on the loopback: one request a connection, all on one thread.
///
/// Browsers open connections before they have something to ask, so that many are waited for at once; each has a limit
/// of time and of bytes.
struct LoopbackServer: ~Copyable {
    /// A connection with what has come and what is still to be sent.
    private struct Visitor {
        let socket: LoopbackSocket
        var head: [UInt8] = []
        var answer: [UInt8] = []
        var sent = 0
        /// When it last asked or took something.
        var seen = Clock.milliseconds
        var isAnswered: Bool { !answer.isEmpty }
    }

    /// More connections than this wait until one ends.
    private static let most = 64
    /// One that says and takes nothing for so many milliseconds is closed.
    private static let patience = 15_000
    /// How often it is asked whether to go on, in milliseconds.
    private static let pace: Int32 = 200
    private static let headEnd = Array("\r\n\r\n".utf8)

    private let listening: [LoopbackSocket]
    private var visitors: [Visitor] = []
    let port: UInt16

    /// Listens on 127.0.0.1 and, where there is IPv6, on ::1; port 0 is any that is free.
    ///
    /// - Throws: `output` when the port is taken.
    init(port: UInt16) throws(CommandError) {
        let first = try LoopbackSocket.listen(onPort: port, isIPv6: false)
        self.port = first.port
        let second = try? LoopbackSocket.listen(onPort: first.port, isIPv6: true)
        listening = [first] + (second.map { [$0] } ?? [])
    }

    /// Whether a Host field names this server: a page elsewhere whose name leads here (DNS rebinding) does not.
    func isNamed(by host: String?) -> Bool {
        ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"].contains(host?.lowercased())
    }

    /// Answers until `goesOn` says no.
    mutating func run(while goesOn: () -> Bool, answer: (HTTPRequest) -> HTTPResponse) {
        while goesOn() {
            let doors = visitors.count < Self.most ? listening : []
            let ready = LoopbackSocket.wait(
                reading: doors + visitors.filter { !$0.isAnswered }.map(\.socket),
                writing: visitors.filter(\.isAnswered).map(\.socket),
                milliseconds: Self.pace
            )
            serve(ready, answer)
            for door in doors where ready.contains(door.number) {
                if let socket = door.accept() { visitors.append(Visitor(socket: socket)) }
            }
        }
        for socket in visitors.map(\.socket) + listening { socket.close() }
        visitors = []
    }

    private mutating func serve(_ ready: Set<Int32>, _ answer: (HTTPRequest) -> HTTPResponse) {
        let now = Clock.milliseconds
        var staying: [Visitor] = []
        for var visitor in visitors {
            var stays = now - visitor.seen < Self.patience
            if ready.contains(visitor.socket.number) {
                visitor.seen = now
                stays = visitor.isAnswered ? send(&visitor) : listen(&visitor, answer)
            }
            if stays { staying.append(visitor) } else { visitor.socket.close() }
        }
        visitors = staying
    }

    /// Takes what a visitor says, and answers when that is a request; false when it is over.
    private func listen(_ visitor: inout Visitor, _ answer: (HTTPRequest) -> HTTPResponse) -> Bool {
        switch visitor.socket.receive(into: &visitor.head, limit: 8 << 10) {
        case .later: return true
        case .over: return false
        case .done: break
        }
        if let end = visitor.head.firstRange(of: Self.headEnd) {
            visitor.answer = respond(visitor.head[..<end.lowerBound], answer).bytes
        } else if visitor.head.count > HTTPRequest.largestHead {
            discard(from: visitor.socket)
            visitor.answer = HTTPResponse.refusal(.tooLarge, "the head is too long").bytes
        } else {
            return true
        }
        return send(&visitor)
    }

    /// Takes what waits: a system that has unread bytes for a closed connection resets it, answer and all.
    private func discard(from socket: LoopbackSocket) {
        var bytes: [UInt8] = []
        for _ in 0..<16 {
            guard case .done = socket.receive(into: &bytes, limit: 8 << 10) else { return }
        }
    }

    private func respond(_ head: ArraySlice<UInt8>, _ answer: (HTTPRequest) -> HTTPResponse) -> HTTPResponse {
        guard let request = HTTPRequest(head) else { return .refusal(.bad, "this is no request of HTTP/1.1") }
        guard isNamed(by: request.fields["host"]) else {
            return .refusal(.elsewhere, "this server is 127.0.0.1:\(port)")
        }
        guard request.method == "GET" else {
            var refusal = HTTPResponse.refusal(.notGet, "only GET is answered")
            refusal.fields = [("Allow", "GET")]
            return refusal
        }
        // Browsers say where a request comes from: a link may lead here, what other pages load does not get anything.
        let isOwn = ["same-origin", "none", nil].contains(request.fields["sec-fetch-site"])
        guard isOwn || request.fields["sec-fetch-dest"] == "document" else {
            return .refusal(.forbidden, "other pages get nothing")
        }
        return answer(request)
    }

    /// Sends what the system takes; false when it is all sent or nobody takes it.
    private func send(_ visitor: inout Visitor) -> Bool {
        switch visitor.socket.send(visitor.answer[visitor.sent...]) {
        case .later: return true
        case .over: return false
        case .done(let count):
            visitor.sent += count
            return visitor.sent < visitor.answer.count
        }
    }
}
