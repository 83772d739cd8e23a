import Models
import PasskeyStorage
import WebAuthn

extension SessionContext {
    func addAPIKeyPasskey(_ request: AddAPIKeyPasskey, _ context: MessageContext) async throws -> APIKeyPasskey {
        let name = try APIKeyRules.passkeyName(request.name)
        let made: AttestedPasskey
        do { made = try attestedPasskey(request) } catch {
            log.refusedPasskey(error, of: request.key, context)
            throw ServiceError(.invalidRequest, "the passkey was not added (\(error.rawValue)); begin again")
        }
        let id = try PasskeyID(random: random(12))
        switch try await store.addAPIKeyPasskey(made, id, called: name, of: request.key, at: clock.now()) {
        case .added(let passkey):
            log.addedPasskey(to: request.key, context)
            return passkey
        case .keyIsOver(let code): throw ServiceError.keyIsOver(code)
        case .tooMany:
            throw ServiceError(
                .conflict, "this API key has \(AddAPIKeyPasskey.maximumPerKey) passkeys; remove one of them first")
        case .known: throw ServiceError(.conflict, "this passkey was added before; use another authenticator")
        }
    }

    private func attestedPasskey(_ request: AddAPIKeyPasskey) throws(PasskeyRefusal) -> AttestedPasskey {
        let party = ConsoleParty(request.expected)
        let data = try ClientData(request.attestation.clientData, of: .registration, for: party)
        guard data.challenge == request.expected.challenge else { throw .challenge }
        return try AttestedPasskey(request.attestation, clientDataHash: data.hash, for: party)
    }

    func listAPIKeyPasskeys(_ request: ListAPIKeyPasskeys, _ context: MessageContext) async throws -> [APIKeyPasskey] {
        try await store.listAPIKeyPasskeys(of: request.key)
    }

    func removeAPIKeyPasskey(
        _ request: RemoveAPIKeyPasskey, _ context: MessageContext
    ) async throws -> RemoveAPIKeyPasskey.Reply {
        guard let key = try await store.removeAPIKeyPasskey(request.passkey, of: request.key) else {
            throw ServiceError(.notFound, "this passkey does not exist")
        }
        log.removedPasskey(of: key, context)
        return RemoveAPIKeyPasskey.Reply(key: key)
    }

    func verifyAPIKeyPasskey(
        _ request: VerifyAPIKeyPasskey, _ context: MessageContext
    ) async throws -> VerifyAPIKeyPasskey.Reply {
        let kept = try await store.findAPIKeyPasskey(credential: request.assertion.credentialID)
        let use: PasskeyUse
        do { use = try passkeyUse(request, kept) } catch { throw refused(error, of: kept?.owner, context) }
        guard let kept else { throw refused(.credential, of: nil, context) }
        switch try await store.useAPIKeyPasskey(kept, credential: request.assertion.credentialID, use, at: clock.now())
        {
        case .used(let key):
            let shown = PasskeyOperator(
                key: key.id, end: clock.now().adding(seconds: PasskeyOperator.lifetime), id: random(16))
            return VerifyAPIKeyPasskey.Reply(principal: key.principal, secret: try signInSeal.sealed(shown))
        case .keyIsOver(let code): throw ServiceError.keyIsOver(code)
        case .refused(let refusal): throw refused(refusal, of: kept.owner, context)
        }
    }

    private func passkeyUse(
        _ request: VerifyAPIKeyPasskey, _ kept: KeptPasskey<APIKeyID>?
    ) throws(PasskeyRefusal) -> PasskeyUse {
        let party = ConsoleParty(request.expected)
        let data = try ClientData(request.assertion.clientData, of: .signIn, for: party)
        guard data.challenge == request.expected.challenge else { throw .challenge }
        guard let kept else { throw .credential }
        // The authenticator must identify the user (W3C Web Authentication, section 7.2, step 6).
        guard request.assertion.userHandle == ConsoleParty.userHandle(of: kept.owner) else { throw .userHandle }
        return try VerifiedAssertion(request.assertion, by: kept.key, clientDataHash: data.hash, for: party).use
    }

    /// Logs a refusal, and makes the caller's error, which is the same for an unknown passkey and a wrong signature.
    private func refused(_ refusal: PasskeyRefusal, of key: APIKeyID?, _ context: MessageContext) -> ServiceError {
        log.refusedPasskey(refusal, of: key, context)
        return ServiceError(
            .invalidToken,
            "this passkey does not open the console; try another one, or a link that `balise console` prints"
        )
    }
}

/// The console accepts passkeys only with a PIN, a fingerprint or a face, because a passkey has all rights of a key.
struct ConsoleParty: PasskeyParty {
    let id: String
    let origins: Set<String>
    let requiresVerification = true

    init(_ expected: PasskeyExpectation) {
        id = expected.relyingParty
        origins = [expected.origin]
    }

    /// Returns the user handle (W3C Web Authentication, section 5.4.3). It reveals nothing about the operator.
    static func userHandle(of key: APIKeyID) -> [UInt8] { Array(key.text.utf8) }
}
