// What all sign-in methods share: find the person, begin the session, and report to the log and the counts.

import Models

/// Who signs in, and by what.
struct Recognised: Sendable {
    let person: VerifiedAccount
    /// The identity token that was shown, where it counts once.
    var token: SpentToken?
    var rest = Rest()

    /// What the session is to know beside, and what is done once both steps are taken, where there are two.
    struct Rest: Sendable {
        /// Whether an erasure that the person asked for is taken back.
        var cancelsErasure = false
        var link: PendingLink?
        /// For whom an identity provider vouched by its web page; nil for other methods.
        var vouched: VouchedOrigin?
    }
}

extension SessionContext {
    /// Begins a session for whomever `recognise` finds, and tells the log and the counts how that went.
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
