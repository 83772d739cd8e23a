import Foundation

/// Free a moment ago, and outside the range from which the system assigns ports, so no other test gets it.
func freePort() throws -> Int {
    for _ in 0..<100 {
        if let listener = try? PortListener(port: UInt16.random(in: 15_000..<32_000)) { return listener.port }
    }
    return try PortListener().port
}

final class PortListener: Sendable {
    let port: Int
    private let descriptor: Int32

    /// - Parameter wanted: 0 lets the system choose.
    init(port wanted: UInt16 = 0) throws {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = wanted.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        try #require(isBound && listen(descriptor, 8) == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Answers one request with `text` and returns the request. With a token, it first answers challenges as its server does.
    @discardableResult
    func answer(_ text: String, proving token: String? = nil) -> String {
        while true {
            let connection = accept(descriptor, nil, nil)
            defer { close(connection) }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &buffer, buffer.count, 0)
            // `doctor` first looks whether a program listens.
            guard count > 0 else { continue }
            let request = String(decoding: buffer.prefix(count), as: UTF8.self)
            let challenge = request.firstMatch(of: /^GET \/livez\?challenge=([0-9a-f]{64})/).map { String($0.output.1) }
            var answer = text
            if let token, let challenge {
                let proof = OperatorToken.proof(of: Secret(token), for: challenge, port: port)
                answer = "HTTP/1.1 200 OK\r\n\r\nproof \(proof)\n"
            }
            let bytes = Array(answer.utf8)
            _ = send(connection, bytes, bytes.count, 0)
            if token == nil || challenge == nil { return request }
        }
    }

    /// Sends one client the answers to all of its requests at once, and reads until it closes.
    func answerAll(_ text: String) {
        let connection = accept(descriptor, nil, nil)
        defer { close(connection) }
        let bytes = Array(text.utf8)
        _ = send(connection, bytes, bytes.count, 0)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }

    deinit { close(descriptor) }
}
