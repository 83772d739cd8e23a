import BaliseAPI
import Foundation

/// The session that was just signed out on this device, now only in memory.
enum Departed: Sendable {
    case nobody
    /// A session may have been stored, but could not be read.
    case unknown
    case session(KeptSession)
    case issued(IssuedSession)
}

extension HTTPExchange {
    /// The limit for the server's answer, in seconds: the user may be waiting, and the device is already signed out.
    private static let limit: TimeInterval = 10
    /// The longest `Retry-After` that the client waits for, in seconds.
    private static let maximumWait = 2.0

    /// Ends a session on the server. With an expired token the server cannot find the session: the tokens are then
    /// refreshed once, only for this call.
    /// - Returns: Whether the session has ended, now or before.
    func end(_ who: Departed, _ configuration: BaliseConfiguration) async -> Bool {
        do throws(BaliseError) {
            switch who {
            case .nobody: return true
            case .unknown: return false
            case .session(let session):
                guard try await refusal(of: Credential(token: session.token), configuration) != nil else { return true }
                let next = try await refresh(session, configuration)
                return try await refusal(of: Credential(token: next.token), configuration) == nil
            case .issued(let session):
                guard let refusal = try await refusal(of: session.credential, configuration) else {
                    return true
                }
                guard let next = await session.renew?(), next.token != session.credential.token else {
                    return refusal.code == .invalidToken || refusal.code == .accountGone
                }
                return try await self.refusal(of: next, configuration) == nil
            }
        } catch {
            return error.endsSession
        }
    }

    /// Ends the session of a credential.
    /// - Returns: The server's refusal if the credential is invalid; nil on success.
    private func refusal(
        of credential: Credential, _ configuration: BaliseConfiguration
    ) async throws(BaliseError) -> BaliseError.Refusal? {
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
