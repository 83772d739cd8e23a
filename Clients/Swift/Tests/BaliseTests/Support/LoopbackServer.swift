#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A real HTTP server on the loopback interface. It accepts one request per connection, answers with exactly the test's
/// bytes, and closes the connection.
final class LoopbackServer: Sendable {
    /// Takes the request as it arrived. After nil it gets no answer until the server is closed.
    typealias Handler = @Sendable (_ request: String) -> String?

    let port: UInt16
    private let listener: Int32
    private let handler: Handler
    private let state = Mutex<(requests: [String], open: [Int32])>(([], []))

    init(_ handler: @escaping Handler) throws {
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try #require(bind(listener, pointer, length) == 0 && listen(listener, 16) == 0)
                try #require(getsockname(listener, pointer, &length) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        self.handler = handler
        Thread.detachNewThread { [self] in run() }
    }

    func url(_ path: String) throws -> URL { try #require(URL(string: "http://127.0.0.1:\(port)\(path)")) }

    var requests: [String] { state.withLock { $0.requests } }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        let open = state.withLock { state in
            defer { state.open = [] }
            return state.open
        }
        for connection in open { _ = systemClose(connection) }
    }

    private func run() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            let request = read(connection)
            state.withLock { $0.requests.append(request) }
            guard let answer = handler(request) else {
                state.withLock { $0.open.append(connection) }
                continue
            }
            var bytes = Array(answer.utf8)[...]
            while !bytes.isEmpty {
                let sent = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                bytes = bytes.dropFirst(sent)
            }
            _ = systemClose(connection)
        }
        _ = systemClose(listener)
    }

    /// A head, and a body of its `Content-Length`.
    private func read(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let head = text.range(of: "\r\n\r\n") {
                let length = text.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
                if text[head.upperBound...].utf8.count >= length { return text }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            bytes += buffer[..<count]
        }
    }
}

/// `close(2)`, by a name that `LoopbackServer.close` does not hide.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
