import NIOPosix
import NIOSSL

struct TestResponse: Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [(name: String, value: String)]
    var body: String

    func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }

    var requestID: String { header("X-Request-Id") ?? "" }
}

struct ConnectionClosed: Error {}

/// One connection of a client that may break any rule.
struct TestConnection: ~Copyable {
    private var input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let output: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var unread = ByteBuffer()
    let channel: any Channel

    init(
        _ channel: any Channel, _ input: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ output: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.channel = channel
        self.input = input.makeAsyncIterator()
        self.output = output
    }

    func write(_ text: String) async throws { try await output.write(ByteBuffer(string: text)) }

    func write(_ bytes: [UInt8]) async throws { try await output.write(ByteBuffer(bytes: bytes)) }

    func send(_ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil) async throws {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        try await write(Array((head + "\r\n").utf8) + (body ?? []))
    }

    mutating func readHead() async throws -> TestResponse {
        let status = try await readLine().split(separator: " ")
        guard status.count >= 2, let code = Int(status[1]) else { throw ConnectionClosed() }
        var headers: [(name: String, value: String)] = []
        while case let line = try await readLine(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            headers.append((parts[0].lowercased(), parts[1].trimmingPrefix(" ").description))
        }
        return TestResponse(status: code, headers: headers, body: "")
    }

    /// `toHead`: whether it answers HEAD and so has no body, despite its length.
    mutating func readResponse(toHead: Bool = false) async throws -> TestResponse {
        var response = try await readHead()
        let code = response.status
        let hasBody = !toHead && code != 204 && code != 304 && code >= 200
        if hasBody, let length = response.header("content-length").flatMap({ Int($0) }) {
            response.body = String(decoding: try await read(length).readableBytesView, as: UTF8.self)
        } else if hasBody, response.header("transfer-encoding") == "chunked" {
            response.body = String(decoding: try await readChunks(), as: UTF8.self)
        }
        return response
    }

    mutating func readStream() async throws -> String { String(decoding: try await readChunks(), as: UTF8.self) }

    /// A body of unknown length (RFC 9112, section 7.1).
    private mutating func readChunks() async throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            guard let length = Int(try await readLine(), radix: 16) else { throw ConnectionClosed() }
            body += try await read(length).readableBytesView
            guard try await readLine().isEmpty else { throw ConnectionClosed() }
            if length == 0 { return body }
        }
    }

    mutating func readToEnd() async throws -> String {
        do {
            while let more = try await input.next() { unread.writeImmutableBuffer(more) }
        } catch is IOError {
            // A reset also ends a connection.
        }
        return String(buffer: unread)
    }

    /// A frame of the server, which masks none (RFC 6455, section 5.2).
    mutating func readFrame() async throws -> SocketFrame {
        var head = try await read(2)
        let first = head.readInteger(as: UInt8.self) ?? 0
        var length = Int(head.readInteger(as: UInt8.self) ?? 0)
        if length == 126 {
            var more = try await read(2)
            length = Int(more.readInteger(as: UInt16.self) ?? 0)
        }
        return SocketFrame(first, Array(try await read(length).readableBytesView))
    }

    private mutating func readLine() async throws -> String {
        var line: [UInt8] = []
        while true {
            guard let byte = try await read(1).readableBytesView.first else { throw ConnectionClosed() }
            if byte == UInt8(ascii: "\n") { break }
            if byte != UInt8(ascii: "\r") { line.append(byte) }
        }
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func read(_ count: Int) async throws -> ByteBuffer {
        while unread.readableBytes < count {
            guard let more = try await input.next() else { throw ConnectionClosed() }
            unread.writeImmutableBuffer(more)
        }
        return unread.readSlice(length: count) ?? ByteBuffer()
    }
}

/// Connects while `body` runs, from an address of this machine if one is given.
func withConnection<T: Sendable>(
    to port: Int, from address: String? = nil, tls: NIOSSLContext? = nil,
    _ body: (inout TestConnection) async throws -> T
) async throws -> T {
    var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    if let address { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0)) }
    let client =
        try await bootstrap
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls {
                    let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    return try await client.executeThenClose { input, output in
        var connection = TestConnection(client.channel, input, output)
        return try await body(&connection)
    }
}
