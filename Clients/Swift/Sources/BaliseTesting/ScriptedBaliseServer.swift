public import Balise
public import Foundation

/// A fake Balise server for tests and previews of an app. Nothing leaves the process.
///
/// It answers sign-ins with a password, refreshes of tokens, the inbox, preferences and push tokens, without a real
/// server's limits. The test scripts every other answer; without a script, the answer is 404.
public actor ScriptedBaliseServer: BaliseTransport {
    /// The server's address, which its clients use.
    public static let address = URL(string: "https://balise.test") ?? URL(fileURLWithPath: "/")

    /// The requests so far, in order.
    public private(set) var requests: [BaliseHTTPRequest] = []
    /// The requests that neither the server nor a script could answer, in the form `GET /api/v1/offers`.
    public private(set) var unanswered: [String] = []

    /// The server's time.
    public let now: Date
    var people: [Person] = []
    private var failures: [(failure: FailedCall, path: String?)] = []
    private var answers: [String: BaliseHTTPResponse] = [:]
    private var counter = 0

    /// Creates a server without accounts.
    /// - Parameter now: The server's time, which never changes.
    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.now = now }

    // MARK: Clients

    /// Returns the configuration of a client, which stores nothing on the disk and never waits.
    public nonisolated func configuration() -> BaliseConfiguration {
        var configuration = BaliseConfiguration(server: Self.address, secrets: MemorySecretStore())
        configuration.transport = self
        configuration.pause = ImmediateBaliseSleeper()
        configuration.time = FixedBaliseClock(now: now)
        return configuration
    }

    /// Returns a client of this server.
    public nonisolated func client() -> BaliseClient { BaliseClient(configuration()) }

    // MARK: Scripts

    /// Makes the next calls fail. Several failures are used in the order in which they were added.
    /// - Parameter path: The path of the calls that fail, such as `/api/v1/notifications`; nil for any call.
    public func fail(_ failure: FailedCall, at path: String? = nil, times: Int = 1) {
        for _ in 0..<times { failures.append((failure, path)) }
    }

    /// Scripts the answer to a call from now on, in place of the server's own answer.
    /// - Parameter path: The path, percent-encoded and without a query, such as `/api/v1/offers/42`.
    public func answer(_ method: APIMethod, _ path: String, json: String, status: Int = 200) {
        answers["\(method.rawValue) \(path)"] = .json(Array(json.utf8), status: status)
    }

    // MARK: Requests

    public func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        requests.append(call)
        if let position = failures.firstIndex(where: { $0.path == nil || $0.path == call.url.path }) {
            switch failures.remove(at: position).failure {
            case .lost(let error): throw error
            case .refused(let refusal): return .refusal(refusal)
            }
        }
        if let answer = answers["\(call.method) \(call.encodedPath)"] { return answer }
        if let answer = answer(call) { return answer }
        unanswered.append("\(call.method) \(call.encodedPath)")
        return .refusal(404, .notFound)
    }

    /// Returns a text that this server has not returned before.
    func next(_ prefix: String) -> String {
        counter += 1
        return "\(prefix)-\(counter)"
    }
}

extension ScriptedBaliseServer {
    /// How a call fails.
    public enum FailedCall: Sendable {
        /// The call gets no answer.
        case lost(BaliseTransportError)
        /// The server refuses the call.
        case refused(BaliseError.Refusal)

        /// Creates a refusal with a code and a status.
        public static func refused(_ code: BaliseError.Code, status: Int) -> FailedCall {
            .refused(BaliseError.Refusal(status: status, code: code))
        }
    }
}
