// A server for the tests of apps, in the app's own process.

public import Balise
public import Foundation

/// Stands in for a Balise server in tests and previews of an app: the client works as it does with a real one, with the same
/// bodies, and nothing leaves the process.
///
/// It knows people who sign in with a password, their tokens and the refresh of these, their inbox, what they want to hear of,
/// and the tokens of their push devices. Everything else is answered as a test says, and otherwise 404. It keeps none of the
/// limits of a real server.
public actor ScriptedBaliseServer: BaliseTransport {
    /// Under which address the clients look for it.
    public static let address = URL(string: "https://balise.test") ?? URL(fileURLWithPath: "/")

    /// The requests so far, in their order.
    public private(set) var requests: [BaliseHTTPRequest] = []
    /// Those that nothing was known to answer to, as `GET /api/v1/offers`.
    public private(set) var unanswered: [String] = []

    /// What time it is to the server.
    public let now: Date
    var people: [Person] = []
    private var failures: [(failure: FailedCall, path: String?)] = []
    private var answers: [String: BaliseHTTPResponse] = [:]
    private var counter = 0

    /// A server that knows nobody yet.
    ///
    /// - Parameter now: What time it is; it stands still.
    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.now = now }

    // MARK: Clients

    /// What a client of this server works with: nothing is kept over the test, and nothing is waited for.
    public nonisolated func configuration() -> BaliseConfiguration {
        var configuration = BaliseConfiguration(server: Self.address, secrets: MemorySecretStore())
        configuration.transport = self
        configuration.pause = ImmediateBaliseSleeper()
        configuration.time = FixedBaliseClock(now: now)
        configuration.ecoveloTokens = EcoveloTokenStore(keepsToken: false)
        return configuration
    }

    /// A client of this server.
    public nonisolated func client() -> BaliseClient { BaliseClient(configuration()) }

    // MARK: What the server is to do

    /// Has the next calls fail, in the order in which failures were asked for.
    ///
    /// - Parameters:
    ///   - failure: What becomes of them.
    ///   - path: Only calls to this path, as `/api/v1/notifications`; nil for any.
    ///   - times: How many.
    public func fail(_ failure: FailedCall, at path: String? = nil, times: Int = 1) {
        for _ in 0..<times { failures.append((failure, path)) }
    }

    /// Has a call answered that the server does not know, or another way than it does, from now on.
    ///
    /// - Parameters:
    ///   - method: How it is asked.
    ///   - path: Percent-encoded, without a query, as `/api/v1/offers/42`.
    ///   - json: The body.
    ///   - status: The status of the answer.
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

    /// A text that was not given before.
    func next(_ prefix: String) -> String {
        counter += 1
        return "\(prefix)-\(counter)"
    }
}

extension ScriptedBaliseServer {
    /// What becomes of a call that fails.
    public enum FailedCall: Sendable {
        /// It has no answer.
        case lost(BaliseTransportError)
        /// It is refused.
        case refused(BaliseError.Refusal)

        /// It is refused with a code.
        public static func refused(_ code: BaliseError.Code, status: Int) -> FailedCall {
            .refused(BaliseError.Refusal(status: status, code: code))
        }
    }
}
