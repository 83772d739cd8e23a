import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

struct OperationsProbe {
    let host: String
    let port: Int
    let timeout: Duration
    /// The operator's key, if the program requires it.
    var key: Secret?

    private static let largestAnswer = 4 << 20

    func get(_ path: String) throws(NotHealthy) -> (status: Int, body: String) { try send("GET", path, nil) }

    /// With or without a JSON `body`.
    func send(_ method: String, _ path: String, _ body: Data?) throws(NotHealthy) -> (status: Int, body: String) {
        let socket = try connect()
        defer { _ = close(socket) }
        try write(request(method, path, body), to: socket)
        let answer = try read(from: socket)
        let text = String(decoding: answer, as: UTF8.self)
        let words = text.prefix { !$0.isNewline }.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw silent() }
        let content = text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
        return (status, content.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    func request(_ method: String, _ path: String, _ body: Data?) -> [UInt8] {
        let name = address.contains(":") ? "[\(address)]" : address
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n"
        if let key { head += "Authorization: Bearer \(key.value)\r\n" }
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (body.map(Array.init) ?? [])
    }

    func write(_ request: [UInt8], to socket: Int32) throws(NotHealthy) {
        var sent = 0
        while sent < request.count {
            let count = request.withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress?.advanced(by: sent), $0.count - sent, 0)
            }
            guard count > 0 else { throw silent() }
            sent += count
        }
    }

    private func read(from socket: Int32) throws(NotHealthy) -> [UInt8] {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while answer.count < OperationsProbe.largestAnswer {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0 { throw silent() }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return answer
    }

    /// For a program that listens on every address, one of this machine.
    private var address: String {
        switch host {
        case "0.0.0.0", "*": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    func connect() throws(NotHealthy) -> Int32 {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, String(port), &hints, &found) == 0 else {
            throw NotHealthy(description: "operations.host \(host) is not known")
        }
        defer { freeaddrinfo(found) }
        var next = found
        while let candidate = next?.pointee {
            let descriptor = socket(candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol)
            if descriptor >= 0 {
                bound(descriptor)
                #if canImport(Glibc)
                    let isConnected = Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0
                #elseif canImport(Musl)
                    let isConnected = Musl.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0
                #else
                    let isConnected = Darwin.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0
                #endif
                if isConnected { return descriptor }
                _ = close(descriptor)
            }
            next = candidate.ai_next
        }
        throw silent()
    }

    private func bound(_ descriptor: Int32) {
        var span = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &span, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &span, size)
    }

    func silent() -> NotHealthy {
        NotHealthy(description: "nothing answers on the operations port, http://\(address):\(port)")
    }
}
