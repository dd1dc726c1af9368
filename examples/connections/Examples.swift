import SeamConnection

/// The examples of SeamConnection: `swift run SeamExamples NAME [ROUTE]`; without a route with a server of their own.
@main
enum Examples {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        var route = words.dropFirst().first.flatMap { Route($0) }
        func orEcho(_ codec: String) async throws -> Route {
            if let route { return route }
            return Route(try await echoServer(codec))
        }
        switch words.first {
        case "delimiter": try await delimiter(orEcho("delimiter:bytes=ff"))
        case "type-length-content": try await typeLengthContent(orEcho("tlc:type=2,length=4,order=little"))
        case "long-connection": try await longConnection(orEcho("line"))
        case "json-login": try await jsonLogin(orEcho("json"))
        case "chat":
            if route == nil {
                route = Route(try await Room().open(), webSocket: WebSocketOptions(path: "/ws"))
            }
            if let route { try await chat(route) }
        default:
            print(
                "swift run SeamExamples delimiter|type-length-content|long-connection|json-login|chat [ROUTE]"
            )
        }
    }
}
