import Foundation
import OperatorCommands

struct OperationsProbe {
    let host: String
    let port: Int
    let timeout: Duration
    /// The operator's key or token for the requests; nil to send none.
    var key: Secret?
    /// The name of the port in messages to the operator.
    var place = "the operations port"
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    private static let largestAnswer = 4 << 20

    /// Sends a request, with or without a JSON `body`.
    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], _ body: Data?
    ) throws(NotHealthy) -> (status: Int, body: String) {
        let socket = try connect()
        defer { _ = close(socket) }
        try write(request(method, path, headers: headers, body), to: socket)
        let answer = try read(from: socket)
        let text = String(decoding: answer, as: UTF8.self)
        let words = text.prefix { !$0.isNewline }.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw silent() }
        let content = text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
        return (status, content.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    func request(_ method: String, _ path: String, headers: [String: String] = [:], _ body: Data?) -> [UInt8] {
        let name = address.contains(":") ? "[\(address)]" : address
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n"
        if let key { head += "Authorization: Bearer \(key.value)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
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
        // The socket's own limit is for each part of the answer, so this limits the whole answer.
        let end = now() + timeout * 2
        while answer.count < OperationsProbe.largestAnswer {
            guard now() < end else { throw silent() }
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0 { throw silent() }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return answer
    }

    /// The address to call. If the program listens on every address, this is an address of this machine.
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
            throw NotHealthy(description: "\(host) is not known, the host of \(place)")
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
        throw silent()
    }

    private func bound(_ descriptor: Int32) {
        var span = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &span, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &span, size)
    }

    func silent() -> NotHealthy {
        NotHealthy(
            description: "nothing answers on \(place), http://\(address):\(port); "
                + "if the program has ended, its log says why")
    }

    /// Writes the answer to a file, and returns the body of a refusal. Also throws if the answer breaks off. The file
    /// then contains a part of it.
    func download(
        _ method: String, _ path: String, to file: FileHandle, _ progress: (Int) -> Void = { _ in }
    ) throws -> (status: Int, body: String) {
        let socket = try connect()
        defer { _ = close(socket) }
        try write(request(method, path, Data()), to: socket)
        var answer = StreamedAnswer()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var refusal: [UInt8] = []
        var written = 0
        while !answer.isComplete {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else {
                guard answer.take(end: ()) else {
                    throw NotDone(
                        description: "the answer of the operations port broke off, and nothing was written; "
                            + "give the command again")
                }
                break
            }
            let content = try answer.take(buffer[..<count])
            if answer.isSuccess {
                try file.write(contentsOf: content)
                written += content.count
                progress(written)
            } else if refusal.count < StreamedAnswer.largestRefusal {
                refusal += content
            }
        }
        return (answer.status, String(decoding: refusal, as: UTF8.self))
    }
}

/// An HTTP/1.1 answer as it arrives, in chunks or with a length (RFC 9112, sections 6 and 7).
struct StreamedAnswer {
    static let largestRefusal = 64 << 10
    private static let largestHead = 64 << 10

    private enum State {
        case head
        case length(Int)
        case untilEnd
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailer
        case complete
    }

    private(set) var status = 0
    private var state = State.head
    private var line: [UInt8] = []

    var isComplete: Bool { if case .complete = state { true } else { false } }
    var isSuccess: Bool { (200..<300).contains(status) }

    mutating func take(_ bytes: ArraySlice<UInt8>) throws(NotDone) -> [UInt8] {
        var rest = bytes
        var content: [UInt8] = []
        while !rest.isEmpty, !isComplete {
            switch state {
            case .head:
                guard let head = try takeLine(&rest, endingWith: [13, 10, 13, 10]) else { break }
                state = try begin(String(decoding: head, as: UTF8.self))
            case .length(let left), .chunk(let left):
                let part = rest.prefix(left)
                content += part
                rest = rest.dropFirst(part.count)
                advance(left - part.count)
            case .untilEnd:
                content += rest
                rest = []
            case .chunkSize:
                guard let size = try takeLine(&rest, endingWith: [13, 10]) else { break }
                let digits = String(decoding: size.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
                guard let count = Int(digits.trimmingCharacters(in: .whitespaces), radix: 16), count >= 0 else {
                    throw StreamedAnswer.misunderstood
                }
                state = count == 0 ? .trailer : .chunk(count)
            case .chunkEnd:
                guard let end = try takeLine(&rest, endingWith: [13, 10]) else { break }
                guard end.isEmpty else { throw StreamedAnswer.misunderstood }
                state = .chunkSize
            case .trailer:
                guard let field = try takeLine(&rest, endingWith: [13, 10]) else { break }
                if field.isEmpty { state = .complete }
            case .complete: break
            }
        }
        return content
    }

    /// Returns whether the answer may end at this point. The answer of a success must declare its end.
    mutating func take(end: Void) -> Bool {
        guard case .untilEnd = state, !isSuccess else { return isComplete }
        state = .complete
        return true
    }

    private mutating func advance(_ left: Int) {
        switch state {
        case .length: state = left == 0 ? .complete : .length(left)
        case .chunk: state = left == 0 ? .chunkEnd : .chunk(left)
        default: break
        }
    }

    /// Returns the bytes up to an end marker; nil until the marker has arrived.
    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>, endingWith end: [UInt8]) throws(NotDone) -> [UInt8]?
    {
        while let byte = rest.popFirst() {
            line.append(byte)
            guard line.count < StreamedAnswer.largestHead else { throw StreamedAnswer.misunderstood }
            guard byte == 10, line.suffix(end.count) == end[...] else { continue }
            defer { line = [] }
            return Array(line.dropLast(end.count))
        }
        return nil
    }

    private mutating func begin(_ head: String) throws(NotDone) -> State {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw StreamedAnswer.misunderstood }
        self.status = status
        let fields = lines.dropFirst().map { $0.lowercased() }
        if fields.contains("transfer-encoding: chunked") { return .chunkSize }
        let length = fields.first { $0.hasPrefix("content-length:") }?.dropFirst("content-length:".count)
        guard let length else { return .untilEnd }
        guard let count = Int(length.trimmingCharacters(in: .whitespaces)), count >= 0 else {
            throw StreamedAnswer.misunderstood
        }
        return count == 0 ? .complete : .length(count)
    }

    private static let misunderstood = NotDone(
        description: "the answer of the operations port is not understood; is it of another version?")
}
