import Foundation
import OperatorCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension OperationsProbe {
    /// Returns the body of a refusal. Also throws if the answer breaks off; the file then contains a part of it.
    func download(_ method: String, _ path: String, to file: FileHandle) throws -> (status: Int, body: String) {
        let socket = try connect()
        defer { _ = close(socket) }
        try write(request(method, path, Data()), to: socket)
        var answer = StreamedAnswer()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var refusal: [UInt8] = []
        while !answer.isComplete {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else {
                guard answer.take(end: ()) else { throw brokenOff() }
                break
            }
            let content = try answer.take(buffer[..<count])
            if answer.isSuccess {
                try file.write(contentsOf: content)
            } else if refusal.count < StreamedAnswer.largestRefusal {
                refusal += content
            }
        }
        return (answer.status, String(decoding: refusal, as: UTF8.self))
    }

    private func brokenOff() -> NotDone {
        NotDone(
            description: "the answer of the operations port broke off, and nothing was written; give the command again")
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

    /// Returns whether the answer may end there: a success must declare its end.
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

    /// The bytes up to an end marker that may arrive later; nil until then.
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
