// Answers VerifyAPIKeyPasskey: an operator shows a passkey.

import Models
import WebAuthn

/// Answers `VerifyAPIKeyPasskey`.
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

    /// What the authenticator says of the passkey.
    private func verify(
        _ request: VerifyAPIKeyPasskey, _ kept: KeptKeyPasskey?
    ) throws(PasskeyRefusal) -> PasskeyUse {
        let party = ConsoleParty(request.expected)
        let data = try ClientData(request.assertion.clientData, of: .signIn, for: party)
        guard data.challenge == request.expected.challenge else { throw .challenge }
        guard let kept else { throw .credential }
        // Nobody has said before who they are, so the authenticator has to (W3C Web Authentication, section 7.2, step 6).
        guard request.assertion.userHandle == ConsoleParty.userHandle(of: kept.key) else { throw .userHandle }
        return try VerifiedAssertion(
            request.assertion, by: kept.publicKey, clientDataHash: data.hash, for: party
        ).use
    }

    /// Notes that nobody was let in. They are told the same whether nobody has the passkey or its signature is wrong.
    private func refused(_ refusal: PasskeyRefusal, of key: APIKeyID?, _ context: MessageContext) -> ServiceError {
        service.log.refusedPasskey(refusal, of: key, context)
        return ServiceError(
            .invalidToken,
            "this passkey does not open the console; try another one, or a link that `balise console` prints"
        )
    }
}
