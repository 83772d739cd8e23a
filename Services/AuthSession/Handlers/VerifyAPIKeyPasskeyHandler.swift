import Models
import WebAuthn

struct VerifyAPIKeyPasskeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: VerifyAPIKeyPasskey, _ context: MessageContext) async throws -> VerifyAPIKeyPasskey.Reply {
        let kept = try await service.store.findAPIKeyPasskey(credential: request.assertion.credentialID)
        let use: PasskeyUse
        do { use = try verify(request, kept) } catch { throw refused(error, of: kept?.key, context) }
        guard let kept else { throw refused(.credential, of: nil, context) }
        switch try await service.store.useAPIKeyPasskey(
            kept, credential: request.assertion.credentialID, use, at: service.clock.now())
        {
        case .used(let key):
            let shown = PasskeyOperator(
                key: key.id, end: service.clock.now().adding(seconds: PasskeyOperator.lifetime), id: service.random(16))
            return VerifyAPIKeyPasskey.Reply(principal: key.principal, secret: try service.signInSeal.sealed(shown))
        case .keyIsOver(let code): throw ServiceError.keyIsOver(code)
        case .refused(let refusal): throw refused(refusal, of: kept.key, context)
        }
    }

    private func verify(
        _ request: VerifyAPIKeyPasskey, _ kept: KeptKeyPasskey?
    ) throws(PasskeyRefusal) -> PasskeyUse {
        let party = ConsoleParty(request.expected)
        let data = try ClientData(request.assertion.clientData, of: .signIn, for: party)
        guard data.challenge == request.expected.challenge else { throw .challenge }
        guard let kept else { throw .credential }
        // The user was not identified before, so the authenticator must identify them (W3C Web Authentication, section
        // 7.2, step 6).
        guard request.assertion.userHandle == ConsoleParty.userHandle(of: kept.key) else { throw .userHandle }
        return try VerifiedAssertion(
            request.assertion, by: kept.publicKey, clientDataHash: data.hash, for: party
        ).use
    }

    /// Logs a refusal. The caller's error is the same for an unknown passkey and a wrong signature.
    private func refused(_ refusal: PasskeyRefusal, of key: APIKeyID?, _ context: MessageContext) -> ServiceError {
        service.log.refusedPasskey(refusal, of: key, context)
        return ServiceError(
            .invalidToken,
            "this passkey does not open the console; try another one, or a link that `balise console` prints"
        )
    }
}
