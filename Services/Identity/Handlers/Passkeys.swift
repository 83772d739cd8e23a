import Models
import PasskeyStorage
import Storage
import WebAuthn

extension IdentityContext {
    func beginPasskeySignIn(_ request: BeginPasskeySignIn, _ context: MessageContext) async throws -> PasskeyRequest {
        let party = try settledRelyingParty()
        return PasskeyRequest(
            relyingParty: party.id,
            challenge: party.challenges.make(for: .signIn, random: random(PasskeyChallenges.randomLength), at: now),
            requiresVerification: party.requiresVerification, seconds: Int(PasskeyChallenges.lifetimeSeconds))
    }

    func verifyPasskey(_ request: VerifyPasskey, _ context: MessageContext) async throws -> VerifiedAccount {
        try await metrics.measureSignIn(by: .passkey) {
            let party = try settledRelyingParty()
            var account: AccountID?
            do {
                let recognised = try await verify(request, party, &account, context)
                return try noting(recognised, takesSecondStep: request.takesSecondStep, context)
            } catch {
                throw refusedSignIn(error, account, context)
            }
        }
    }

    /// Verifies a passkey.
    /// - Parameter account: It is set as soon as the passkey's account is known.
    private func verify(
        _ request: VerifyPasskey, _ party: RelyingParty, _ account: inout AccountID?, _ context: MessageContext
    ) async throws -> RecognisedAccount {
        let assertion = request.assertion
        let data = try ClientData(assertion.clientData, of: .signIn, for: party)
        let challenge = try party.challenges.check(data.challenge, for: .signIn, at: now)
        guard let passkey = try await store.findPasskey(credential: assertion.credentialID) else {
            throw PasskeyRefusal.credential
        }
        account = passkey.owner
        let shown = try ShownPasskey(assertion, passkey, clientDataHash: data.hash, for: party)
        return try await store.verifyPasskey(
            shown, credential: assertion.credentialID, answering: challenge,
            login: LoginRecord(context.client, by: .passkey), from: seenNetwork(of: passkey.owner, context),
            cancelsErasure: request.cancelsErasure ?? false, at: now)
    }

    private func refusedSignIn(_ error: any Error, _ account: AccountID?, _ context: MessageContext) -> any Error {
        if let refusal = PasskeyRefusal(of: error) {
            if refusal == .counter { record(.passkeyDoubled, account, context) }
            record(.signInRefused, account, reason: refusal.rawValue, refusedBy: .passkey, context)
            return refusal.signInAnswer
        }
        switch ServiceError(answering: error)?.code {
        case .erasurePending:
            record(.signInRefused, account, reason: "to be erased", refusedBy: .passkey, context)
            return error
        case .wrongCredentials:
            record(.signInRefused, account, reason: "disabled", refusedBy: .passkey, context)
            return ServiceError(.wrongCredentials, "the account cannot be used at the moment")
        default: return error
        }
    }

    func beginPasskeyRegistration(
        _ request: BeginPasskeyRegistration, _ context: MessageContext
    ) async throws -> PasskeyCreation {
        let party = try settledRelyingParty()
        let (profile, passkeys) = try await store.beginPasskeyRegistration(request.account)
        let name = profile.names.email ?? profile.names.username.map { Personal($0) } ?? profile.names.phone
        let called = profile.details.displayName ?? profile.details.fullName ?? name
        return PasskeyCreation(
            relyingParty: party.id, relyingPartyName: party.name,
            userHandle: party.userHandle(of: request.account), userName: name ?? called ?? Personal(party.name),
            displayName: called ?? Personal(party.name),
            challenge: party.challenges.make(
                for: .registration(request.account), random: random(PasskeyChallenges.randomLength), at: now),
            algorithms: PasskeyAlgorithm.allCases.map { Int($0.rawValue) }, excluded: passkeys,
            requiresVerification: party.requiresVerification, seconds: Int(PasskeyChallenges.lifetimeSeconds))
    }

    func registerPasskey(_ request: RegisterPasskey, _ context: MessageContext) async throws -> Passkey {
        let party = try settledRelyingParty()
        let name = try request.name.map(PasskeyName.checked) ?? PasskeyName.standard
        do {
            let passkey = try await register(request, called: name, party)
            record(.passkeyAdded, request.account, context)
            return passkey
        } catch {
            guard let refusal = PasskeyRefusal(of: error) else { throw error }
            record(.passkeyRefused, request.account, reason: refusal.rawValue, context)
            throw refusal.registrationAnswer
        }
    }

    private func register(
        _ request: RegisterPasskey, called name: Personal<String>, _ party: RelyingParty
    ) async throws -> Passkey {
        let data = try ClientData(request.attestation.clientData, of: .registration, for: party)
        let challenge = try party.challenges.check(data.challenge, for: .registration(request.account), at: now)
        let made = try AttestedPasskey(request.attestation, clientDataHash: data.hash, for: party)
        return try await store.registerPasskey(
            made, try PasskeyID(random: random(12)), called: name, of: request.account,
            signedInAt: request.signedInAt, in: request.session, answering: challenge, at: now)
    }

    func listPasskeys(_ request: ListPasskeys, _ context: MessageContext) async throws -> [Passkey] {
        try await store.listPasskeys(request.account)
    }

    func renamePasskey(_ request: RenamePasskey, _ context: MessageContext) async throws -> Passkey {
        try await store.renamePasskey(request.passkey, of: request.account, to: try PasskeyName.checked(request.name))
    }

    func removePasskey(_ request: RemovePasskey, _ context: MessageContext) async throws -> Done {
        try await store.removePasskey(request.passkey, of: request.account)
        record(.passkeyRemoved, request.account, context)
        return Done()
    }

    func beginPasskeyProof(_ request: BeginPasskeyProof, _ context: MessageContext) async throws -> PasskeyRequest {
        let party = try settledRelyingParty()
        let passkeys = try await store.beginPasskeyProof(request.account)
        return PasskeyRequest(
            relyingParty: party.id,
            challenge: party.challenges.make(
                for: .proof(request.account, request.session), random: random(PasskeyChallenges.randomLength),
                at: now),
            requiresVerification: true, seconds: Int(PasskeyChallenges.lifetimeSeconds), allowed: passkeys)
    }

    func settledRelyingParty() throws(ServiceError) -> RelyingParty {
        guard let relyingParty else { throw RelyingParty.notSetUp }
        return relyingParty
    }
}

extension PasskeyRefusal {
    init?(of error: any Error) {
        if let refusal = error as? PasskeyRefusal {
            self = refusal
        } else if let failure = error as? IdentityStoreError, case .refused(.passkey(let refusal)) = failure {
            self = refusal
        } else {
            return nil
        }
    }
}

extension ProfileDetails {
    fileprivate var fullName: Personal<String>? {
        let names = [firstName?.value, lastName?.value].compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? nil : Personal(names.joined(separator: " "))
    }
}
