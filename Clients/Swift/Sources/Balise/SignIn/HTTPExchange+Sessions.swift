import BaliseAPI
import BaliseJSON
import Foundation

extension HTTPExchange {
    /// How often a refresh without an answer is tried.
    private static let attempts = 3
    /// The timeout of one try in seconds. The server repeats a lost answer within ten seconds; nine leave one to spare.
    private static let timeout: TimeInterval = 9
    /// The wait before another try, in seconds.
    private static let pauseBeforeAnother = 0.5

    /// Refreshes the tokens of a session. The request uses up the refresh token, whether or not its answer arrives.
    /// Within ten seconds the server repeats the answer; after that, the used token ends the session. So a request
    /// without an answer is repeated at once.
    func refresh(_ session: KeptSession) async throws(BaliseError) -> KeptSession {
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
                else { throw error }
            }
            attempt += 1
            do { try await configuration.pause.sleep(seconds: Self.pauseBeforeAnother) } catch { throw .cancelled }
        }
    }
}

extension KeptSession {
    /// Creates the session of an answer, which arrived at `now`. `account` is used if the answer names no account.
    init(_ body: SignedInResponse, account: String? = nil, appleUser: String? = nil, at now: Date) {
        self.init(
            account: body.user?.id ?? account, token: body.token, refreshToken: body.refreshToken,
            expiresAt: body.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }, appleUser: appleUser)
    }
}

/// The session that was just signed out on this device, now only in memory.
enum Departed: Sendable {
    case nobody
    /// The store could not be read, so it may have contained a session.
    case unknown
    case session(KeptSession)
    case issued(IssuedSession)
}

extension HTTPExchange {
    /// The limit for the server's answer in seconds. It is short: the user may be waiting, and is signed out here.
    private static let limit: TimeInterval = 10
    /// The longest `Retry-After` that the client waits for, in seconds.
    private static let maximumWait = 2.0

    /// Ends a session on the server. With an expired token the server cannot find the session. The tokens are then
    /// refreshed once, only for this call.
    /// - Returns: Whether the session has ended, by this call or earlier.
    func end(_ who: Departed) async -> Bool {
        do throws(BaliseError) {
            switch who {
            case .nobody: return true
            case .unknown: return false
            case .session(let session):
                guard try await refusal(of: Credential(token: session.token)) != nil else { return true }
                let next = try await refresh(session)
                return try await refusal(of: Credential(token: next.token)) == nil
            case .issued(let session):
                guard let refusal = try await refusal(of: session.credential) else { return true }
                guard let next = await session.renew?(), next.token != session.credential.token else {
                    return refusal.code == .invalidToken || refusal.code == .accountGone
                }
                return try await self.refusal(of: next) == nil
            }
        } catch {
            return error.endsSession
        }
    }

    /// Ends the session of a credential.
    /// - Returns: The server's refusal if the credential is invalid; nil after a success.
    private func refusal(of credential: Credential) async throws(BaliseError) -> BaliseError.Refusal? {
        var request = APIRequest(AppCalls.signOut).showing(credential.headers)
        request.timeout = min(configuration.timeout, Self.limit)
        request.maximumWait = Self.maximumWait
        do {
            _ = try await send(request)
            return nil
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 401 else { throw error }
            return refusal
        }
    }
}
