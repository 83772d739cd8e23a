import Models

struct Recognised: Sendable {
    let person: VerifiedAccount
    var token: SpentToken?
    var rest = Rest()

    struct Rest: Sendable {
        var cancelsErasure = false
        var link: PendingLink?
        /// The user at the identity provider of a web sign-in; nil for other methods.
        var vouched: VouchedOrigin?
    }
}

extension SessionContext {
    func signIn(
        by signInMethod: SignInMethod, _ kind: SessionKind, isRemembered: Bool, _ context: MessageContext,
        recognise: () async throws -> Recognised
    ) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            let recognised = try await recognise()
            let signedIn = try await begin(
                kind, isRemembered: isRemembered, for: recognised.person, by: signInMethod, spending: recognised.token,
                rest: recognised.rest, context)
            metrics.countSignIn(by: signInMethod, nil, took: .now - start)
            return signedIn
        } catch {
            let isFirstStep = ErrorCode(of: error) == .secondStepNeeded
            log.refused(isFirstStep ? .secondStepAsked : .signInRefused, by: signInMethod, error, context)
            metrics.countSignIn(by: signInMethod, ErrorCode(of: error), took: .now - start)
            if let refusal = error as? TokenRefusal {
                metrics.countRefusedToken(refusal, of: signInMethod == .apple ? "apple" : nil)
            }
            throw error
        }
    }
}
