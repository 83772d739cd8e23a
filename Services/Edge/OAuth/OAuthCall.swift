// One call of the OAuth family on its way to a message.

import Models

/// One call of the OAuth family, ready to be turned into a message.
struct OAuthCall: Sendable {
    let request: EdgeRequest
    let door: OAuthDoor

    private var address: String { request.context.client?.address?.value ?? "" }

    /// The parameters in the body.
    func form() throws(EdgeError) -> OAuthForm { try OAuthForm(request) }

    /// Asks the service that answers `message`.
    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await door.services.send(message, request.context)
        } catch {
            throw EdgeError(error)
        }
    }

    /// Asks the service that answers a `message` with a secret in it, unless too many wrong ones came from this address.
    ///
    /// - Parameter wrong: What the service says to a wrong one. A token whose time is over is none: an app may show that as
    ///   often as it has one.
    func sendSecret<R: ServiceRequest>(_ message: R, wrong: ErrorCode = .invalidToken) async throws(EdgeError)
        -> R.Reply
    {
        try checkAttempts()
        do {
            return try await send(message)
        } catch {
            if error.code == wrong { noteWrong() }
            throw error
        }
    }

    /// Throws 429 when too many wrong secrets came from this address.
    func checkAttempts() throws(EdgeError) { try door.attempts.check(.secret, from: address) }

    /// Counts a wrong secret.
    func noteWrong() { door.attempts.recordFailure(.secret, from: address) }

    /// How many seconds there are from now to `end`.
    func seconds(until end: UnixTime) -> Int64 { max(0, (end.rawValue - door.clock.now().rawValue) / 1000) }
}
