@testable import Identity

@Suite("The identity service: phone numbers", .timeLimit(.minutes(10))) struct PhoneTests {
    @Test("A phone number is kept when the code that went to it is shown", arguments: ["fr-FR", "en"])
    func flow(_ locale: String) async throws {
        try await IdentityHarness.run { identity in
            let create = CreateAccount.of(.username("ada"), details: ProfileDetails(locale: locale))
            let account = try await identity.send(create).profile.account
            let reply = try await identity.send(
                RequestPhoneCode(account: account, phone: Personal("+33 6 12 34 56 78")))
            #expect(reply.phone.value == "+33612345678")
            #expect(reply.expiresAt == .start.adding(seconds: 600) && reply.nextAt == .start.adding(seconds: 60))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .phoneCode && message.address.value == "+33612345678")
            #expect(message.locale == String(locale.prefix(2)) && message.subject == nil && message.link == nil)
            #expect(message.expiresAt == reply.expiresAt && message.text.value.hasPrefix(message.token.value + " "))
            let wrong: [(SecretText, ErrorCode)] = [
                (SecretText("12345"), .invalidRequest), (message.token.altered, .codeMismatch),
            ]
            for (shown, code) in wrong {
                #expect(try await identity.outcome(ConfirmPhone(account: account, phoneCode: shown)) == code)
            }
            #expect(try await identity.send(GetProfile(account: account)).verifiedPhone == nil)

            let confirm = ConfirmPhone(account: account, phoneCode: message.token)
            let profile = try await identity.send(confirm)
            #expect(profile.verifiedPhone?.value == "+33612345678" && profile.phoneVerifiedAt == .start)
            #expect(try await identity.outcome(confirm) == .codeExpired)
            #expect(try await identity.send(GetProfile(account: account)).verifiedPhone == profile.verifiedPhone)
            let removed = try await identity.send(RemovePhone(account: account))
            #expect(removed.verifiedPhone == nil && removed.phoneVerifiedAt == nil)
            for event in ["phone_code_requested", "phone_code_refused", "phone_confirmed", "phone_removed"] {
                #expect(
                    identity.log.all.contains { $0.contains("event=\(event)") && $0.contains("account=\(account)") })
            }
        }
    }
}

@Suite("The secret of the phone codes", .disabled(if: TestPostgreSQL.reasonToSkip != nil), .timeLimit(.minutes(10)))
struct PhoneSecretTests {
    @Test("A second data folder needs the existing secret and does not make another")
    func anotherFolder() async throws {
        let address = try PostgreSQLAddress(try TestPostgreSQL.durable.get().makeDatabase())
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        let name = "keys/phone-codes.secret"
        let (made, missing) = (first.url.appendingPathComponent(name), second.url.appendingPathComponent(name))
        try await IdentityHarness.run({ $0.storage.server = address }, in: first) { _ in }
        let failure = await #expect(throws: SecretFile.Failure.self) {
            try await IdentityHarness.run({ $0.storage.server = address }, in: second) { _ in }
        }
        #expect(failure?.description.hasPrefix("\(missing.path) is missing; ") == true)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
        try SecretFile.copy(made, to: missing)
        try await IdentityHarness.run({ $0.storage.server = address }, in: second) { _ in }
    }
}
