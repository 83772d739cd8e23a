import BaliseAPI
import Foundation
import HTTPTypes
import Models
import Synchronization

/// The token of a tracker: in the path, as the password of Basic, or as a bearer token.
struct TrackerToken: Sendable {
    /// The token, which has 22 characters of base64url.
    let text: String
    let isInPath: Bool

    /// Reads the token. Throws 401 if it is absent or malformed, but 404 if a token in the path is malformed.
    init(_ request: EdgeRequest) throws(EdgeError) {
        isInPath = !request.parameters.isEmpty
        let shown = request.parameters.first ?? TrackerToken.shown(in: request.headers.authorization)
        guard let shown else { throw EdgeError(.authenticationRequired, "") }
        guard shown.utf8.count == 22, base64URLDecoded(shown.utf8) != nil else {
            throw isInPath ? EdgeError(.notFound, "") : EdgeError(.invalidToken, "")
        }
        text = shown
    }

    /// Returns the token in `Authorization`. Overland's OwnTracks mode writes `Basic <token>:` without encoding it.
    private static func shown(in field: String?) -> String? {
        guard let field, let blank = field.firstIndex(of: " ") else { return nil }
        let value = String(field[blank...].drop { $0 == " " })
        switch field[..<blank].lowercased() {
        case "bearer": return value
        case "basic":
            if value.hasSuffix(":") { return String(value.dropLast()) }
            guard let pair = Data(base64Encoded: value), let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
                return nil
            }
            let password = pair[pair.index(after: colon)...]
            // In Overland's setting for Basic, the token may also be the user, with an empty password.
            return String(validating: password.isEmpty ? pair[..<colon] : password, as: UTF8.self)
        default: return nil
        }
    }
}

/// Limits wrong tokens by address. A token that was right before has no limit, because trackers upload thousands of
/// places in a row. The tokens are in memory only as hashes.
final class TrackerCredentials: Sendable {
    private struct State {
        var right = BoundedTable<CredentialKey, Void>(capacity: 10_000)
        /// The refused tokens, so that an app that repeats a token counts as one attempt.
        var wrong = BoundedTable<CredentialKey, Void>(capacity: 4096)
    }

    private let services: any Services
    private let attempts: AttemptLimiter
    private let state = Mutex(State())

    init(services: any Services, attempts: AttemptLimiter) { (self.services, self.attempts) = (services, attempts) }

    func send(
        _ message: ReportByTracker, of token: TrackerToken, from request: EdgeRequest
    ) async throws(EdgeError) -> ReportByTracker.Reply {
        let key = CredentialKey(.token(SecretText(token.text)))
        do throws(EdgeError) {
            if state.withLock({ $0.right.contains(key) }) { return try await services.ask(message, request.context) }
            let reply = try await attempts.verified(
                .token, from: request.address,
                isWrong: { error in error.code == .invalidToken && state.withLock { $0.wrong.insert(key) } },
                { () async throws(EdgeError) in try await services.ask(message, request.context) })
            state.withLock { state in
                state.right.insert(key)
                state.wrong.remove(key)
            }
            return reply
        } catch {
            if error.code == .invalidToken { state.withLock { _ = $0.right.remove(key) } }
            throw error
        }
    }
}
