import Synchronization

final class ScriptedServer: BaliseStreamingTransport {
    /// A body for each line such as `GET /api/v1/auth/sessions`; the first of several until it was given.
    private let answers: Mutex<[String: [Answer]]>
    private let state = Mutex<[BaliseHTTPRequest]>([])

    enum Answer: Sendable {
        case json(String)
        case refusal(Int, String)
        /// That the first of two steps was right.
        case secondStepNeeded(String)
        case lost
        /// A stream of events, which ends.
        case stream(String)

        /// The answer of a call of accounts, and its data.
        static func data(_ data: String) -> Answer { .json(#"{"success":true,"data":\#(data)}"#) }
        static let done = Answer.json(#"{"success":true,"message":"Done.","data":{}}"#)
        /// The answer of a Miataru call that was done.
        static let acknowledged = Answer.json(#"{"MiataruResponse":"ACK","MiataruVerboseResponse":"Done."}"#)
        static let openDevice = Answer.json(
            #"{"MiataruDeviceSecurityStatus":{"HasDeviceKey":true,"IsAllowedDeviceListEnabled":false}}"#)
    }

    init(_ answers: [String: [Answer]]) { self.answers = Mutex(answers) }

    var lines: [String] { calls.map(\.line) }

    var calls: [BaliseHTTPRequest] { state.withLock { $0 } }

    var lastText: String? { calls.last?.text }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        state.withLock { $0.append(call) }
        let answer = answers.withLock { answers -> Answer? in
            guard let list = answers[call.line], let first = list.first else { return nil }
            // The last one counts for ever.
            if list.count > 1 { answers[call.line] = Array(list.dropFirst()) }
            return first
        }
        switch answer {
        case .json(let text), .stream(let text): return BaliseHTTPResponse(status: 200, body: Data(text.utf8))
        case .refusal(let status, let code):
            return BaliseHTTPResponse(
                status: status, body: Data(#"{"code":"\#(code)","message":"Said in words."}"#.utf8))
        case .secondStepNeeded(let ticket):
            return BaliseHTTPResponse(
                status: 403,
                body: Data(#"{"code":"SECOND_STEP_REQUIRED","message":"Show a code.","ticket":"\#(ticket)"}"#.utf8))
        case .lost: throw .unreachable("no network")
        case nil:
            return BaliseHTTPResponse(status: 404, body: Data(#"{"code":"NOT_FOUND","message":"\#(call.line)"}"#.utf8))
        }
    }
}

extension ScriptedServer {
    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        var response = try await send(call)
        guard response.status == 200 else {
            return BaliseHTTPStream(response: response, parts: AsyncThrowingStream { $0.finish() })
        }
        let body = response.body
        response.body = Data()
        return BaliseHTTPStream(
            response: response,
            parts: AsyncThrowingStream { parts in
                parts.yield(body)
                parts.finish()
            })
    }
}

extension BaliseHTTPRequest {
    var line: String { "\(method) \(url.path)" + (url.query.map { "?" + $0 } ?? "") }

    var text: String { String(decoding: body ?? Data(), as: UTF8.self) }
}
