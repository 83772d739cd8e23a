// What every way of signing in has in common: recognising, beginning, and telling how it went.

import Models

extension SessionDesk {
    /// Begins a session for whomever `recognise` finds, and tells the log and the counts how that went.
    nonisolated(nonsending) func signIn(
        through door: Door, _ kind: SessionKind, isRemembered: Bool, _ context: MessageContext,
        recognise: nonisolated(nonsending) () async throws -> VerifiedAccount
    ) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            let person = try await recognise()
            let signedIn = try await begin(kind, isRemembered: isRemembered, for: person, through: door, context)
            metrics.countSignIn(through: door, nil, took: .now - start)
            return signedIn
        } catch {
            log.refused(.signInRefused, through: door, code(of: error), context)
            metrics.countSignIn(through: door, code(of: error), took: .now - start)
            throw error
        }
    }
}
