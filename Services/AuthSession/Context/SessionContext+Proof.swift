import MessageBus
import Models

protocol SessionRequest: Sendable {
    var account: AccountID { get }
    var session: SessionID { get }
    var shown: ShownCredential? { get }
}

extension EraseOwnAccount: SessionRequest {}
extension Proven: SessionRequest {}

extension SessionContext {
    /// The greatest age of an identity token in seconds.
    static let maximumTokenAge: Int64 = 300

    /// Finds the session of a credential; nil unless the credential is valid for the session of the request. The
    /// credential is checked again, because the edge's statement about the caller is not trusted. `proof` is nil if the
    /// session is proof enough. Throws `signInTooOld` if `proof` is empty and the session began too long ago.
    func findSession(
        of request: some SessionRequest, _ proof: PersonProof?, _ context: MessageContext
    ) async throws -> SessionRecord? {
        guard let shown = request.shown else { return nil }
        let question = Authenticate(credential: shown.credential, installation: shown.installation)
        let principal = try await authenticate(question, context).principal
        guard let principal, principal.account == request.account, principal.session == request.session else {
            return nil
        }
        if let proof, proof.isEmpty, !RecentSignIn.isShown(by: principal, at: clock.now()) {
            throw ServiceError(.signInTooOld, RecentSignIn.advice)
        }
        let found = try await findLiving(.id(request.session), clock.now())
        return found?.account == request.account ? found : nil
    }

    /// Checks the session and the proof of a request, and sends its act to the identity service. `refusal` is the event
    /// for a refused token.
    func perform<Act: ProvenAct>(
        _ request: Proven<Act>, refusal: SecurityLog.Event, _ context: MessageContext
    ) async throws -> Act.Reply {
        guard let session = try await findSession(of: request, request.proof, context) else {
            throw ServiceError.sessionEnded
        }
        return try await perform(request, in: session, refusal: refusal, context)
    }

    func perform<Act: ProvenAct>(
        _ request: Proven<Act>, in session: SessionRecord, refusal: SecurityLog.Event, _ context: MessageContext
    ) async throws -> Act.Reply {
        var act = request.act
        if let proof = request.proof {
            act.person = try await person(of: session, proof, refusal: refusal, context)
        } else {
            guard Act.takesAnonymous, session.signInMethod == .anonymous else {
                throw ServiceError(
                    .signInTooOld, "sign in again, and repeat this within 5 minutes, or send another proof")
            }
            act.person = nil
        }
        return try await client.send(act, context)
    }

    /// Checks a proof of the user. The identity service checks a password, passkey or code; an identity token is
    /// verified here. `refusal` is the log's event for a refused token.
    private func person(
        of session: SessionRecord, _ proof: PersonProof, refusal: SecurityLog.Event, _ context: MessageContext
    ) async throws -> ProvenPerson {
        if let token = proof.identityToken {
            do {
                try await prove(session.account, token, nonce: proof.nonce, context)
            } catch {
                log.refused(refusal, by: .apple, error, context)
                throw error
            }
        }
        return ProvenPerson(
            session: session.id, signedInAt: session.signedInAt, password: proof.password,
            assertion: proof.assertion, emailCode: proof.emailCode)
    }

    /// Verifies a proof by Apple: the token is at most `maximumTokenAge` old and is used once.
    private func prove(
        _ account: AccountID, _ identityToken: SecretText, nonce: SecretText?, _ context: MessageContext
    ) async throws {
        guard let apple else { throw ServiceError.appleNotSetUp }
        let token = try await verify(identityToken, for: .signIn(nonce: nonce), apple, context)
        guard try await store.appleAccount(AppleNames(token.claims)) == account else {
            throw ServiceError(
                .forbidden,
                "this identity token belongs to another user; sign in with Apple as the owner of this account"
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
        let spent = SpentToken(name: issuedNaming.spent(token.digest), end: end.adding(seconds: TrustedIssuer.leeway))
        guard try await store.spend(spent, at: now) else { throw TokenRefusal.spent }
    }
}
