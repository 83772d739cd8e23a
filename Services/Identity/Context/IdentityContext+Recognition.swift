// Sign-ins of people for whom somebody else vouches: how they are counted and what the security log says.

import Models
import Storage

extension IdentityContext {
    /// Answers a sign-in of somebody for whom an identity provider vouches, measures it, counts its outcome, and notes
    /// one that is refused since the account is disabled.
    ///
    /// - Parameter account: whose it is; nil where that is not known before.
    func measureRecognition<R: Request>(
        by signInMethod: SignInMethod, of account: AccountID?, _ request: R.Type, _ context: MessageContext,
        _ recognise: () async throws -> R.Reply
    ) async throws -> R.Reply {
        try await metrics.measure(request) {
            try await metrics.measureSignIn(by: signInMethod) {
                do { return try await recognise() } catch {
                    switch ServiceError(answering: error)?.code {
                    case .wrongCredentials: record(.signInRefused, account, reason: "disabled", context)
                    case .erasurePending: record(.signInRefused, account, reason: "to be erased", context)
                    default: break
                    }
                    throw error
                }
            }
        }
    }
}
