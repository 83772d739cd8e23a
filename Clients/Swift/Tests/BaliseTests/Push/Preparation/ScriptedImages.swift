/// Answers with one picture in parts, and records the requests.
final class ScriptedImages: BaliseStreamingTransport {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    private let status: Int
    private let headers: [String: String]
    private let parts: AsyncThrowingStream<Data, any Error>
    private let state = Mutex<[BaliseHTTPRequest]>([])

    /// - Parameter parts: The parts of the body.
    init(status: Int = 200, headers: [String: String] = [:], parts: AsyncThrowingStream<Data, any Error>) {
        (self.status, self.headers, self.parts) = (status, headers, parts)
    }

    /// A picture in two parts.
    convenience init(_ bytes: [UInt8] = png, status: Int = 200, headers: [String: String] = [:]) {
        let (parts, part) = AsyncThrowingStream<Data, any Error>.makeStream()
        part.yield(Data(bytes.prefix(5)))
        part.yield(Data(bytes.dropFirst(5)))
        part.finish()
        self.init(status: status, headers: headers, parts: parts)
    }

    var calls: [BaliseHTTPRequest] { state.withLock { $0 } }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        throw .unreachable("streams alone")
    }

    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        state.withLock { $0.append(call) }
        return BaliseHTTPStream(response: BaliseHTTPResponse(status: status, headers: headers), parts: parts)
    }
}

/// Decrypts by a test's script.
struct ScriptedDecrypting: PushDecrypting {
    let script: @Sendable (ReceivedPush) async throws -> DecryptedPush?

    func decrypt(_ push: ReceivedPush) async throws -> DecryptedPush? { try await script(push) }
}
