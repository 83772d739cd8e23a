import BaliseAPI
import Models

struct OAuthCall: Sendable {
    let request: EdgeRequest
    let oauth: OAuthContext

    private var address: String { request.context.client?.address?.value ?? "" }

    func form<Body: OAuthFormRequest>(of type: Body.Type) throws(EdgeError) -> OAuthForm<Body> {
        try OAuthForm(request)
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await oauth.services.send(message, request.context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
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
        try await oauth.attempts.verified(.token, from: address, isWrong: { $0.code == wrong }, body)
    }

    func seconds(until end: UnixTime) -> Int64 { max(0, (end.rawValue - oauth.clock.now().rawValue) / 1000) }
}
