// One call of the OAuth API on its way to a message.

import BaliseAPI
import Models

/// One call of the OAuth API, ready to be turned into a message.
struct OAuthCall: Sendable {
    let request: EdgeRequest
    let oauth: OAuthContext

    private var address: String { request.context.client?.address?.value ?? "" }

    /// The parameters in the body.
    func form<Body: OAuthFormRequest>(of type: Body.Type) throws(EdgeError) -> OAuthForm<Body> {
        try OAuthForm(request)
    }

    /// Asks the service that answers `message`.
    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await oauth.services.send(message, request.context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// Asks the service that answers a `message` with a secret in it. After too many wrong ones from this address
    /// another wrong one is answered 429, and a right one as ever.
    ///
    /// - Parameter wrong: What the service says to a wrong one. A token whose time is over is none: an app may show
    ///   that as often as it has one.
    func sendSecret<R: ServiceRequest>(_ message: R, wrong: ErrorCode = .invalidToken) async throws(EdgeError)
        -> R.Reply
    {
        try await verified(wrong: wrong) { () async throws(EdgeError) in try await send(message) }
    }

    /// Has a secret verified, and counts it when the answer is the code of a wrong one.
    func verified<T: Sendable>(
        wrong: ErrorCode = .invalidToken, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> T {
        try await oauth.attempts.verified(.token, from: address, isWrong: { $0.code == wrong }, body)
    }

    /// How many seconds there are from now to `end`.
    func seconds(until end: UnixTime) -> Int64 { max(0, (end.rawValue - oauth.clock.now().rawValue) / 1000) }
}
