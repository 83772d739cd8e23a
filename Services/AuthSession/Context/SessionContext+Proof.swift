// A session is looked up once more, and a proof judged, before what needs one.

import MessageBus
import Models

/// What a person asks for in a session of theirs, whose credential they show.
protocol SessionRequest: Sendable {
    var account: AccountID { get }
    var session: SessionID { get }
    var shown: ShownCredential? { get }
}

/// The same with a proof that they ask now.
protocol ProvenRequest: SessionRequest {
    var proof: RequestErasure.Proof { get }
}

extension EraseOwnAccount: SessionRequest {}
extension RequestEmailChange: SessionRequest {}
extension RequestErasure: ProvenRequest {}
extension RequestExport: ProvenRequest {}
extension RequestRecoveryCodes: ProvenRequest {}
extension RequestTOTPRemoval: ProvenRequest {}

extension SessionContext {
    /// How old an identity token may be, in seconds.
    static let maximumTokenAge: Int64 = 300

    /// The session of a person who shows its credential, while it lives; nil for any other. What the edge says of who they
    /// are counts for nothing.
    ///
    /// - Parameter proof: With what they show that they ask now; nil where the session is enough.
    /// - Throws: `signInTooOld` where nothing is shown but the session, and it has not just begun.
    func findSession(
        of request: some SessionRequest, _ proof: RequestErasure.Proof?, _ context: MessageContext
    ) async throws -> SessionRecord? {
        guard let shown = request.shown else { return nil }
        let question = Authenticate(credential: shown.credential, installation: shown.installation)
        let principal = try await AuthenticateHandler(service: self).handle(question, context).principal
        guard let principal, principal.account == request.account, principal.session == request.session else {
            return nil
        }
        if let proof, proof.isEmpty, !RecentSignIn.isShown(by: principal, at: clock.now()) {
            throw ServiceError(.signInTooOld, RecentSignIn.advice)
        }
        guard let found = try await store.find(.id(request.session)).value, found.account == request.account,
            found.end == nil, limits.expiry(of: found) > clock.now()
        else { return nil }
        return found
    }

    /// The same session; throws `sessionEnded` where there is none.
    func session(
        of request: some SessionRequest, _ proof: RequestErasure.Proof?, _ context: MessageContext
    ) async throws -> SessionRecord {
        guard let session = try await findSession(of: request, proof, context) else { throw ServiceError.sessionEnded }
        return session
    }

    /// The person who asks, as identity judges them. Their session is looked up once more first.
    ///
    /// - Parameter refusal: What the log calls it when an identity token is refused.
    func person(
        asking request: some ProvenRequest, refusal: SecurityLog.Event, _ context: MessageContext
    ) async throws -> EraseAccount.Person {
        let session = try await session(of: request, request.proof, context)
        return try await person(of: session, request.proof, refusal: refusal, context)
    }

    /// The person of a session as identity judges them, with their password, passkey or code where they have shown one. An
    /// identity token is judged here.
    ///
    /// - Parameter refusal: What the log calls it when the token is refused.
    func person(
        of session: SessionRecord, _ proof: RequestErasure.Proof, refusal: SecurityLog.Event, _ context: MessageContext
    ) async throws -> EraseAccount.Person {
        if let token = proof.identityToken {
            do {
                try await prove(session.account, token, nonce: proof.nonce, context)
            } catch {
                log.refused(refusal, by: .apple, error, context)
                throw error
            }
        }
        return EraseAccount.Person(
            session: session.id, authenticatedAt: session.authenticatedAt, password: proof.password,
            assertion: proof.assertion, emailCode: proof.emailCode)
    }

    /// Has Apple vouch for the person of an account, by a token that is minutes old at most and is not used again.
    private func prove(
        _ account: AccountID, _ identityToken: SecretText, nonce: SecretText?, _ context: MessageContext
    ) async throws {
        guard let apple else { throw AppleSignIn.notSetUp }
        let token = try await verify(identityToken, for: .signIn(nonce: nonce), apple, context)
        guard try await store.appleAccount(AppleNames(token.claims)) == account else {
            throw ServiceError(
                .forbidden, "this identity token is another person's; sign in with Apple as the one whose account it is"
            )
        }
        guard let issuedAt = token.claims.issuedAt, let end = token.claims.expiresAt else {
            throw TokenRefusal.malformed
        }
        let now = clock.now()
        guard issuedAt.adding(seconds: Self.maximumTokenAge + TrustedIssuer.leeway) > now else {
            throw ServiceError(
                .signInTooOld, "sign in with Apple again, and repeat this within 5 minutes with the token that you get")
        }
        let spent = SpentToken(
            name: issuedNaming.spent(token.digest), end: end.adding(seconds: TrustedIssuer.leeway))
        guard try await store.spend(spent, at: now) else { throw TokenRefusal.spent }
    }
}
