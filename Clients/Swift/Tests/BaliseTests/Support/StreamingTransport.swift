/// Answers with one stream after the other, in parts of a fixed size, and records its requests. Requests beyond the
/// last stream are cancelled.
final class StreamingTransport: BaliseStreamingTransport {
    enum Answer {
        case text(String), status(Int), lost
    }

    private let answers: [Answer]
    private let size: Int
    private let state = Mutex<[BaliseHTTPRequest]>([])

    /// - Parameter size: In bytes. By default parts end in the middle of a line.
    init(_ answers: [Answer], size: Int = 30) { (self.answers, self.size) = (answers, size) }

    convenience init(_ answers: Answer...) { self.init(answers) }

    var calls: [BaliseHTTPRequest] { state.withLock { $0 } }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        // The question whether an entered key is valid.
        guard call.url.path.hasSuffix("getDeviceSecurityStatus") else { throw .unreachable("streams alone") }
        return BaliseHTTPResponse(status: 200)
    }

    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        let number = state.withLock { calls in
            calls.append(call)
            return calls.count - 1
        }
        guard number < answers.count else { throw .cancelled }
        let (parts, part) = AsyncThrowingStream<Data, any Error>.makeStream()
        defer { part.finish() }
        switch answers[number] {
        case .lost: throw .unreachable("no network")
        case .status(let status): return BaliseHTTPStream(response: BaliseHTTPResponse(status: status), parts: parts)
        case .text(let text):
            let bytes = Data(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                part.yield(bytes[start..<min(start + size, bytes.count)])
            }
            return BaliseHTTPStream(response: BaliseHTTPResponse(status: 200), parts: parts)
        }
    }
}
