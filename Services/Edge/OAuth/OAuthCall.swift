import BaliseAPI
import Models

struct OAuthCall: Sendable {
    let request: EdgeRequest
    let oauth: OAuthContext

    func form<Body: OAuthFormRequest>(of type: Body.Type) throws(EdgeError) -> OAuthForm<Body> {
        try OAuthForm(request)
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await oauth.parts.services.ask(message, request.context)
    }

    /// After too many wrong secrets from this address, the next wrong one gets a 429; the right one still works. An expired
    /// token is not `wrong`: an app may send it any number of times.
    func sendSecret<R: ServiceRequest>(_ message: R, wrong: ErrorCode = .invalidToken) async throws(EdgeError)
        -> R.Reply
    {
        try await verified(wrong: wrong) { () async throws(EdgeError) in try await send(message) }
    }

    func verified<T: Sendable>(
        wrong: ErrorCode = .invalidToken, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> T {
        try await oauth.parts.attempts.verified(.token, from: request.address, isWrong: { $0.code == wrong }, body)
    }

    func seconds(until end: UnixTime) -> Int64 { max(0, (end.rawValue - oauth.parts.clock.now().rawValue) / 1000) }
}
