import BaliseAPI
import BaliseJSON
import Foundation

extension HTTPExchange {
    /// The most tries of a refresh without an answer.
    private static let attempts = 3
    /// In seconds. The server repeats a lost answer for ten; one is to spare.
    private static let timeout: TimeInterval = 9
    /// The wait before another try, in seconds.
    private static let pauseBeforeAnother = 0.5

    /// Refreshes the tokens of a session. The request uses up the refresh token, whether or not its answer arrives.
    /// Within ten seconds the server repeats the answer; later the token ends the session. So an unanswered request is
    /// repeated at once.
    func refresh(
        _ session: KeptSession, _ configuration: BaliseConfiguration
    ) async throws(BaliseError) -> KeptSession {
        var request = APIRequest(
            AppCalls.refreshSession,
            body: .json(
                RefreshSessionRequest(
                    refreshToken: session.refreshToken, accessToken: session.refreshToken == nil ? session.token : nil))
        )
        request.timeout = min(configuration.timeout, Self.timeout / 2)
        let start = configuration.time.now
        var attempt = 1
        while true {
            do {
                let body: SignedInResponse = try await send(request).body()
                return KeptSession(
                    body, account: session.account, appleUser: session.appleUser, at: configuration.time.now)
            } catch {
                let elapsed = configuration.time.now.timeIntervalSince(start)
                guard error.mayHaveBeenDone, attempt < Self.attempts, elapsed + Self.pauseBeforeAnother < Self.timeout
                else {
                    throw error
                }
            }
            attempt += 1
            do {
                try await configuration.pause.sleep(seconds: Self.pauseBeforeAnother)
            } catch {
                throw .cancelled
            }
        }
    }
}

extension KeptSession {
    /// `account` counts if the answer does not name it; `now` is the arrival of the answer.
    init(_ body: SignedInResponse, account: String? = nil, appleUser: String? = nil, at now: Date) {
        self.init(
            account: body.user?.id ?? account, token: body.token, refreshToken: body.refreshToken,
            expiresAt: body.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }, appleUser: appleUser)
    }
}
