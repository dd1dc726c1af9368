/// An echo server in plain C, to compare with: read(2), write(2), nothing else.
struct EchoProgram: ~Copyable {
    private static let source = #"""
        #include <arpa/inet.h>
        #include <netinet/tcp.h>
        #include <stdlib.h>
        #include <sys/socket.h>
        #include <unistd.h>
        int main(int count, char **words) {
            static char bytes[65536];
            int one = 1, server = socket(AF_INET, SOCK_STREAM, 0);
            struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
            place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
            if (bind(server, (struct sockaddr *)&place, sizeof place) || listen(server, 1)) return 1;
            int client = accept(server, 0, 0);
            setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            for (ssize_t got; (got = read(client, bytes, sizeof bytes)) > 0;)
                for (ssize_t sent = 0, n; sent < got; sent += n)
                    if ((n = write(client, bytes + sent, got - sent)) < 0) return 1;
            return 0;
        }
        """#

    /// Where the program is.
    let path: String

    /// Compiles it with the system's C compiler.
    init() throws(BenchError) {
        path = System.temporaryDirectory + "/seam-echo-\(System.processNumber)"
        try System.save(Self.source, to: path + ".c")
        try Child.run(["cc", "-O2", "-o", path, path + ".c"])
    }

    deinit {
        System.remove(path)
        System.remove(path + ".c")
    }
}
