@testable import Identity

@Suite("The identity service: exports", .timeLimit(.minutes(10))) struct ExportTests {
    private func person(_ password: SecretText? = nil, recognised moment: UnixTime = .start) throws
        -> ProvenPerson
    {
        ProvenPerson(session: try #require(SessionID("s1")), signedInAt: moment, password: password)
    }

    @Test("The user gets a notice of an export in their language", arguments: [false, true])
    func tells(_ isByOperator: Bool) async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.verified(ProfileDetails(locale: "fr-FR"))
            _ = try await identity.send(BeginExport(account: ada, person: isByOperator ? nil : try person(.right)))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == (isByOperator ? .exportedByOperator : .exported))
            #expect(message.address.value == "ada@example.org" && message.locale == "fr" && message.account == ada)
            let text = message.text.value
            #expect(text.contains("15 janvier 2027") && text.contains("08:00 UTC"))
            #expect(text.contains("opérateur de ce service a fait") == isByOperator)
            #expect(identity.log.all.count { $0.contains("event=account_exported") } == 1)
        }
    }

    @Test("An export is refused for a wrong password, an ended session or an unknown account")
    func refuses() async throws {
        try await IdentityHarness.withAda { identity, ada in
            #expect(
                try await identity.outcome(BeginExport(account: ada, person: try person(SecretText("wrong"))))
                    == .wrongCredentials)
            let nobody = try #require(AccountID("nobody"))
            #expect(try await identity.outcome(BeginExport(account: nobody)) != nil)
            identity.clock.advance(seconds: 60)
            _ = try await identity.send(SetAccountStatus(account: ada, status: .disabled))
            _ = try await identity.send(SetAccountStatus(account: ada, status: .active))
            #expect(try await identity.outcome(BeginExport(account: ada, person: try person())) == .invalidToken)
            #expect(!identity.log.all.contains { $0.contains("event=account_exported") })
        }
    }
}
