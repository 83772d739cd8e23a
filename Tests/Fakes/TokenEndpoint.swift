import Synchronization

public final class TokenEndpoint: FakeProvider {
    public enum Fault: Hashable, Sendable {
        case down
        case slow
        case answer(UInt, String)
    }

    private struct State {
        var faults: [Fault] = []
        var forms: [[String: String]] = []
        var refreshToken = TokenEndpoint.refreshToken
        var lifetime: Int64? = 3600
        var isRotating = false
    }

    public static let clientID = "balise"
    public static let secret = "of the client: 50 %"
    public static let refreshToken = "refresh-0"

    public let address: String
    private let state = Mutex(State())

    public var forms: [[String: String]] { state.withLock { $0.forms } }

    private init(port: Int) { address = "http://127.0.0.1:\(port)/token" }

    public static func run(_ body: (TokenEndpoint) async throws -> Void) async throws {
        try await run({ TokenEndpoint(port: $0) }, body)
    }

    public func fail(_ faults: Fault...) { state.withLock { $0.faults += faults } }

    /// - Parameters:
    ///   - lifetime: In seconds; nil omits it.
    ///   - isRotating: Whether each refresh token is valid once, and a new one comes with the access token.
    public func script(lifetime: Int64? = 3600, isRotating: Bool = false) {
        state.withLock { ($0.lifetime, $0.isRotating) = (lifetime, isRotating) }
    }

    func reply(to path: String, _ body: String, authorization _: String?) -> FakeHTTPReply {
        state.withLock { state in
            let form = CodeFlow.parameters(body)
            state.forms.append(form)
            if !state.faults.isEmpty {
                switch state.faults.removeFirst() {
                case .down: return .hangUp
                case .slow: return .silence
                case .answer(let status, let json): return .json(status, json)
                }
            }
            guard path == "/token", form["client_id"] == TokenEndpoint.clientID,
                form["client_secret"] == TokenEndpoint.secret
            else { return .json(401, #"{"error":"invalid_client"}"#) }
            let isRight: Bool =
                switch form["grant_type"] {
                case "refresh_token": form["refresh_token"] == state.refreshToken
                case "client_credentials": form["refresh_token"] == nil
                default: false
                }
            guard isRight else { return .json(400, #"{"error":"invalid_grant"}"#) }
            var members = [#""access_token":"token-\#(state.forms.count)""#, #""token_type":"Bearer""#]
            if let lifetime = state.lifetime { members.append(#""expires_in":\#(lifetime)"#) }
            if state.isRotating {
                state.refreshToken = "refresh-\(state.forms.count)"
                members.append(#""refresh_token":"\#(state.refreshToken)""#)
            }
            return .json(200, "{\(members.joined(separator: ","))}", cacheControl: "no-store")
        }
    }
}
