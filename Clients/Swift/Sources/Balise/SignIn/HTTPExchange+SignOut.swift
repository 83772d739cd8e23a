// Telling the server of somebody who has signed out on this device already.

import BaliseAPI
import Foundation

/// Who has signed out here, with what the server can be told of it. It is in memory alone by then.
enum Departed: Sendable {
    /// Nobody was signed in.
    case nobody
    /// Somebody may have been, and it cannot be said who.
    case unknown
    case session(KeptSession)
    case issued(IssuedSession)
}

extension HTTPExchange {
    /// How long the server has for its answer, in seconds: somebody may be watching, and here it is done.
    private static let limit: TimeInterval = 10
    /// The longest wait before a request is made again that the server put off, in seconds.
    private static let maximumWait = 2.0

    /// Ends the session of somebody at the server.
    ///
    /// A token that is over says nothing of its session: the tokens that follow on it are asked for once, and serve for
    /// this alone.
    ///
    /// - Returns: Whether the session has ended, by this or before.
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
                guard let refusal = try await refusal(of: Credential(session.config), configuration) else {
                    return true
                }
                guard let next = await session.renew?(), next.iamToken != session.config.iamToken else {
                    return refusal.code == .invalidToken || refusal.code == .accountGone
                }
                return try await self.refusal(of: Credential(next), configuration) == nil
            }
        } catch {
            return error.endsSession
        }
    }

    /// Ends the session of a credential.
    ///
    /// - Returns: What the server says when the credential does not count, which it has to for this; nil when it is
    ///   done.
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

extension Credential {
    /// What a request shows of an identity provider's token.
    fileprivate init(_ config: EcoveloConfig) {
        self.init(token: config.iamToken, program: config.programId)
    }
}
