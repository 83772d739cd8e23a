import Models
import Storage

extension IdentityContext {
    /// Runs a sign-in through an identity provider, with its metrics. Logs a refusal because of the account's status.
    ///
    /// - Parameter account: The account, if it is known before.
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
