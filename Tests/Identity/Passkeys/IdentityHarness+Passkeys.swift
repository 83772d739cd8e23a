@testable import Identity

extension IdentityHarness {
    static func withPasskeys(
        _ change: (inout PasskeySettings) -> Void = { _ in }, _ body: (IdentityHarness) async throws -> Void
    ) async throws {
        try await run(
            { settings in
                settings.passkeys.relyingParty = "example.org"
                change(&settings.passkeys)
            }, body)
    }

    func withPasskey(
        _ name: String = "ada", _ authenticator: FakeAuthenticator = .es256()
    ) async throws -> (account: AccountID, authenticator: FakeAuthenticator, passkey: Passkey) {
        let account = try await send(CreateAccount.of(.username(name))).profile.account
        var authenticator = authenticator
        let passkey = try await add(&authenticator, to: account)
        return (account, authenticator, passkey)
    }

    @discardableResult
    func add(
        _ authenticator: inout FakeAuthenticator, to account: AccountID,
        _ statement: FakeAuthenticator.Statement = .none, called name: String? = nil
    ) async throws -> Passkey {
        let creation = try await send(BeginPasskeyRegistration(account: account))
        authenticator.userHandle = creation.userHandle
        return try await send(
            RegisterPasskey(
                account: account, signedInAt: nil,
                attestation: try authenticator.attestation(creation.challenge, statement),
                name: name.map { Personal($0) }))
    }

    func assertion(of authenticator: FakeAuthenticator) async throws -> VerifyPasskey {
        let challenge = try await send(BeginPasskeySignIn()).challenge
        return VerifyPasskey(assertion: try authenticator.assertion(challenge))
    }

    func reason(_ event: SecurityEvent = .signInRefused) -> String? {
        guard let line = log.all.last(where: { $0.contains("event=\(event.rawValue)") }) else { return nil }
        return line.split(separator: " ").first { $0.hasPrefix("reason=") }.map { String($0.dropFirst(7)) }
    }
}
