// Asking the server for the tokens that follow on a session's.

import BaliseAPI
import BaliseJSON
import Foundation

extension HTTPExchange {
    /// How often a refresh without an answer is sent at most.
    private static let attempts = 3
    /// How long the server knows a lost answer to a refresh again and gives the same, in seconds; with a second to
    /// spare.
    private static let timeout: TimeInterval = 9
    /// The wait before a request whose answer was lost is sent again, in seconds.
    private static let pauseBeforeAnother = 0.5

    /// The tokens that follow on those of a session.
    ///
    /// The old refresh token is used up by the request, whether its answer arrives or not; shown again within ten
    /// seconds it gets the same answer, and later it ends the session. So a request without an answer is sent again at
    /// once.
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
    /// The session that an answer tells of.
    ///
    /// - Parameters:
    ///   - account: Whose it is where the answer does not say.
    ///   - appleUser: The Apple user who signed in.
    ///   - now: When the answer came.
    init(_ body: SignedInResponse, account: String? = nil, appleUser: String? = nil, at now: Date) {
        self.init(
            account: body.user?.id ?? account, token: body.token, refreshToken: body.refreshToken,
            expiresAt: body.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }, appleUser: appleUser)
    }
}
