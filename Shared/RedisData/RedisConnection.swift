import Foundation

/// A reply of Redis.
public enum RedisReply: Hashable, Sendable {
    case text([UInt8])
    case number(Int64)
    case list([RedisReply])
    /// The key or value does not exist.
    case nothing
    /// An error about this command, such as `WRONGTYPE`.
    case refusal(String)
}

/// A connection to a running Redis by the protocol RESP2. It waits for each reply.
public final class RedisConnection {
    private static let timeoutSeconds = 30

    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []
    private var place = 0

    /// Connects to Redis, signs in and selects the database.
    public init(_ address: RedisAddress) throws(RedisError) {
        name = address.description
        switch address.place {
        case .host(let host, let port): descriptor = try RedisConnection.connect(to: host, port)
        case .file(let path): descriptor = try RedisConnection.connect(to: path)
        }
        if let password = address.password {
            try confirm(["AUTH"] + [address.user, password].compactMap { $0 })
        }
        try confirm(["SELECT", "\(address.database)"])
    }

    deinit { _ = close(descriptor) }

    /// Sends commands together, and returns a reply for each.
    public func ask(_ commands: [[[UInt8]]]) throws(RedisError) -> [RedisReply] {
        var request: [UInt8] = []
        for command in commands {
            request += Array("*\(command.count)\r\n".utf8)
            for word in command { request += Array("$\(word.count)\r\n".utf8) + word + [13, 10] }
        }
        try send(request)
        var replies: [RedisReply] = []
        for _ in commands { replies.append(try reply()) }
        return replies
    }

    private func confirm(_ words: [String]) throws(RedisError) {
        let reply = try ask([words.map { Array($0.utf8) }])[0]
        guard case .refusal(let text) = reply else { return }
        throw RedisError("Redis at \(name) refuses \(words[0]): \(text)")
    }

    // MARK: Replies

    private var misunderstood: RedisError { RedisError("the reply of \(name) is not understood; is a Redis there?") }

    private func reply(depth: Int = 0) throws(RedisError) -> RedisReply {
        let line = try self.line()
        guard let kind = line.first else { throw misunderstood }
        let rest = String(decoding: line.dropFirst(), as: UTF8.self)
        switch kind {
        case UInt8(ascii: "+"): return .text(Array(line.dropFirst()))
        case UInt8(ascii: "-"):
            // Without the password Redis refuses every command, so this is a failure of the connection.
            if rest.hasPrefix("NOAUTH") {
                throw RedisError("Redis at \(name) wants a password: give it in the address or in REDISCLI_AUTH")
            }
            return .refusal(rest)
        case UInt8(ascii: ":"):
            guard let number = Int64(rest) else { throw misunderstood }
            return .number(number)
        case UInt8(ascii: "$"):
            guard let length = Int(rest) else { throw misunderstood }
            if length == -1 { return .nothing }
            guard (0...RedisLimits.valueBytes).contains(length) else { throw misunderstood }
            let text = try take(length)
            guard try take(2) == [13, 10] else { throw misunderstood }
            return .text(text)
        case UInt8(ascii: "*"):
            guard let count = Int(rest) else { throw misunderstood }
            if count == -1 { return .nothing }
            guard depth < 2, (0...RedisLimits.elements).contains(count) else { throw misunderstood }
            var elements: [RedisReply] = []
            for _ in 0..<count { elements.append(try reply(depth: depth + 1)) }
            return .list(elements)
        default: throw misunderstood
        }
    }

    private func line() throws(RedisError) -> [UInt8] {
        var line: [UInt8] = []
        while true {
            if place == buffer.count { try receive() }
            let byte = buffer[place]
            place += 1
            if byte == 10 { break }
            line.append(byte)
            guard line.count < 1 << 16 else { throw misunderstood }
        }
        guard line.popLast() == 13 else { throw misunderstood }
        return line
    }

    private func take(_ length: Int) throws(RedisError) -> [UInt8] {
        var taken: [UInt8] = []
        taken.reserveCapacity(length)
        while taken.count < length {
            if place == buffer.count { try receive() }
            let part = buffer[place..<min(buffer.count, place + length - taken.count)]
            taken += part
            place += part.count
        }
        return taken
    }

    // MARK: The socket

    private var silent: RedisError { RedisError("the connection to Redis at \(name) broke off, or it does not answer") }

    private func receive() throws(RedisError) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw silent }
        buffer = Array(bytes[..<count])
        place = 0
    }

    private func send(_ bytes: [UInt8]) throws(RedisError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, 0)
            }
            guard count > 0 else { throw silent }
            sent += count
        }
    }

    #if canImport(Glibc)
        private static let streams = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streams = SOCK_STREAM
    #endif

    private static func connect(to host: String, _ port: Int) throws(RedisError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = streams
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0 else {
            throw RedisError("the host \(host) of Redis is not known")
        }
        defer { freeaddrinfo(found) }
        var next = found
        while let candidate = next?.pointee {
            let descriptor = socket(candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol)
            if descriptor >= 0 {
                bound(descriptor)
                if Foundation.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 { return descriptor }
                _ = close(descriptor)
            }
            next = candidate.ai_next
        }
        throw RedisError("no Redis answers at \(host):\(port)")
    }

    private static func connect(to path: String) throws(RedisError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw RedisError("the path \(path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, streams, 0)
        bound(descriptor)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, length) }
        }
        guard status == 0 else {
            _ = close(descriptor)
            throw RedisError("no Redis answers at the socket \(path), or you may not use it")
        }
        return descriptor
    }

    private static func bound(_ descriptor: Int32) {
        var span = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &span, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &span, size)
    }
}
