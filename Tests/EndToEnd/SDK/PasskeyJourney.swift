import Balise
import Models

extension EndToEnd.SDK {
    /// Creation, listing, use, renaming and removal; a repeated answer, and a challenge of another kind.
    func usePasskeys(_ backend: AppBackend) async throws {
        let person = Person()
        let (phone, tablet) = (try backend.app(), try backend.app())
        let user = try await phone.sessions.register(person.registrationBody)
        #expect(try await phone.passkeys.list().isEmpty)
        var authenticator = FakeAuthenticator.es256()
        authenticator.relyingParty = Setting.passkeyDomain
        authenticator.origin = "https://\(Setting.passkeyDomain)"
        let creation = try await phone.passkeys.beginRegistration()
        #expect(creation.rp.id == Setting.passkeyDomain && creation.user.name == person.email)
        authenticator.userHandle = try bytes(creation.user.id)
        let attestation = try authenticator.attestation(try bytes(creation.challenge), .selfAttestation)
        let made = try await phone.passkeys.register(RegisterPasskeyRequest(attestation, name: "My phone"))
        #expect(made.name == "My phone" && made.lastUsedAt == nil)

        let options = try await tablet.sessions.beginPasskeySignIn()
        #expect(options.rpId == Setting.passkeyDomain && options.challenge != creation.challenge)
        let shown = SignInWithPasskeyRequest(try authenticator.assertion(try bytes(options.challenge)))
        #expect(try await tablet.sessions.signInWithPasskey(shown).id == user.id)
        #expect(try await phone.sessions.list().count == 2)
        let crossed = SignInWithPasskeyRequest(try authenticator.assertion(try bytes(creation.challenge)))
        for refused in [shown, crossed] {
            await expect(.invalidToken) { try await backend.app().sessions.signInWithPasskey(refused) }
        }

        let listed = try await tablet.passkeys.list()
        #expect(listed.map(\.id) == [made.id] && listed[0].lastUsedAt != nil)
        let proof = try await tablet.passkeys.beginProof()
        #expect(proof.allowCredentials?.map(\.id) == [base64URL(authenticator.credentialID)])
        let proved = SignInWithPasskeyRequest(try authenticator.assertion(try bytes(proof.challenge)))
        // Removing nothing still requires the proof.
        try await tablet.secondStep.remove(proof: .passkey(PasskeyProof(id: proved.id, response: proved.response)))
        await expect(.invalidToken) {
            try await phone.accounts.erase(proof: .passkey(PasskeyProof(id: proved.id, response: proved.response)))
        }
        #expect(try await tablet.passkeys.rename(made.id, to: "Old phone").name == "Old phone")
        try await tablet.passkeys.remove(made.id)
        #expect(try await phone.passkeys.list().isEmpty)
        let again = try await tablet.sessions.beginPasskeySignIn()
        let removed = SignInWithPasskeyRequest(try authenticator.assertion(try bytes(again.challenge)))
        await expect(.invalidToken) { try await backend.app().sessions.signInWithPasskey(removed) }
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(base64URLDecoded(text.utf8)) }
}

extension RegisterPasskeyRequest {
    fileprivate init(_ attestation: Models.PasskeyAttestation, name: String) {
        self.init(
            id: base64URL(attestation.credentialID),
            response: Response(
                clientDataJSON: base64URL(attestation.clientData),
                attestationObject: base64URL(attestation.attestationObject), transports: attestation.transports),
            name: name)
    }
}

extension SignInWithPasskeyRequest {
    fileprivate init(_ assertion: Models.PasskeyAssertion) {
        self.init(
            id: base64URL(assertion.credentialID),
            response: Response(
                clientDataJSON: base64URL(assertion.clientData),
                authenticatorData: base64URL(assertion.authenticatorData), signature: base64URL(assertion.signature),
                userHandle: assertion.userHandle.map { base64URL($0) }))
    }
}
