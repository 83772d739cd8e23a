final class ScriptedTransport: BaliseTransport {
    typealias Script =
        @Sendable (BaliseHTTPRequest, _ number: Int) async throws(BaliseTransportError) -> BaliseHTTPResponse

    private let script: Script
    private let state = Mutex<[BaliseHTTPRequest]>([])

    /// A server whose answers are computed.
    ///
    /// - Parameter script: Takes a request and the number of earlier ones.
    init(_ script: @escaping Script) { self.script = script }

    /// A server that gives one answer after the other. A request beyond the last answer fails the test.
    convenience init(_ answers: Result<BaliseHTTPResponse, BaliseTransportError>...) {
        self.init { call, number throws(BaliseTransportError) in
            guard number < answers.count else {
                Issue.record("nothing was to be sent after \(answers.count) requests, but \(call.method) \(call.url)")
                throw .unreachable("the script is over")
            }
            return try answers[number].get()
        }
    }

    var calls: [BaliseHTTPRequest] { state.withLock { $0 } }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        let number = state.withLock { calls in
            calls.append(call)
            return calls.count - 1
        }
        return try await script(call, number)
    }
}

extension Result where Success == BaliseHTTPResponse, Failure == BaliseTransportError {
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
        .success(.json(text, status: status, headers: headers))
    }

    static func refusal(_ status: Int, _ code: String, retryAfter: Int? = nil) -> Self {
        .success(.refusal(status, code, retryAfter: retryAfter))
    }

    static func lost(_ error: BaliseTransportError = .unreachable("no network")) -> Self { .failure(error) }
}

extension BaliseHTTPResponse {
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> BaliseHTTPResponse {
        BaliseHTTPResponse(
            status: status, headers: headers.merging(["Content-Type": "application/json"]) { $1 },
            body: Data(text.utf8))
    }

    static func refusal(_ status: Int, _ code: String, retryAfter: Int? = nil) -> BaliseHTTPResponse {
        var headers = ["X-Request-Id": "r1"]
        headers["Retry-After"] = retryAfter.map(String.init)
        return json(
            #"{"error":"\#(code)","message":"Said in words.","code":"\#(code)","title":"\#(code.lowercased())"}"#,
            status: status, headers: headers)
    }
}

extension BaliseHTTPRequest {
    /// The path, with the query if there is one.
    var pathAndQuery: String {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        return (parts?.percentEncodedPath ?? "") + (parts?.percentEncodedQuery.map { "?" + $0 } ?? "")
    }

    /// The method and the path, to compare lists of requests.
    var line: String { "\(method) \(pathAndQuery)" }

    /// The body as text; empty for none.
    var text: String { String(decoding: body ?? Data(), as: UTF8.self) }
}
