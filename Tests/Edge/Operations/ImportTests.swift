@testable import Edge

@Suite("An import of users by an operator", .timeLimit(.minutes(10))) struct ImportTests {
    private let users = #""source":"firebase","users":[{"id":"u1","email":"a@b.c","createdAt":"2026-01-31T12:00:00Z"}]"#

    private func scripted() -> ScriptedServices {
        let services = ScriptedServices()
        services.on(BeginAccountImport.self) { _ in BeginAccountImport.Reply(token: SecretText("t1")) }
        services.on(ImportAccounts.self) { _ in ImportedAccounts(results: [ImportedUserResult(.made)]) }
        services.on(PreviewAccountImport.self) { _ in
            ImportedAccounts(results: [ImportedUserResult(.refused, reason: "why")])
        }
        services.on(EndAccountImport.self) { _ in AccountImportCounts(made: 1) }
        return services
    }

    @Test("Beginning and end are acts, and a portion shows the token of the beginning")
    func portions() async throws {
        let services = scripted()
        try await withOperations(services) { edge in
            let begun = try await edge.request("POST", "/account-imports", body: #"{"source":"firebase"}"#)
            #expect(begun.status == 201 && begun.body == #"{"token":"t1"}"#)
            let portion = try await edge.request("POST", "/account-imports/users", body: #"{"token":"t1",\#(users)}"#)
            #expect(portion.status == 200 && portion.body == #"{"results":[{"outcome":"made"}]}"#)
            let ended = try await edge.request("POST", "/account-imports/end", body: #"{"token":"t1"}"#)
            #expect(ended.body == #"{"made":1,"known":0,"refused":0}"#)
        }
        #expect(services.acts == ["BeginAccountImport", "EndAccountImport"])
        #expect(services.received(AppendAuditEntry.self).isEmpty)
        let sent = try #require(services.received(ImportAccounts.self).first)
        #expect(
            sent.token == SecretText("t1") && sent.users.first?.createdAt == UnixTime(milliseconds: 1_769_860_800_000))
    }

    @Test("Without a token a portion is a dry run with an entry in the audit log, and a wrong portion is refused")
    func dryRun() async throws {
        let services = scripted()
        try await withOperations(services) { edge in
            let portion = try await edge.request("POST", "/account-imports/users", body: "{\(users)}")
            #expect(portion.body == #"{"results":[{"outcome":"refused","reason":"why"}]}"#)
            let wrong = try await edge.request(
                "POST", "/account-imports/users", body: #"{"source":"firebase","users":[{"email":"a@b.c"}]}"#)
            #expect(wrong.status == 400 && wrong.body.contains("is missing or has another form"))
        }
        #expect(services.received(ImportAccounts.self).isEmpty && services.acts.isEmpty)
        #expect(services.received(PreviewAccountImport.self).count == 1)
        #expect(services.received(AppendAuditEntry.self).map(\.call.call) == ["ImportAccounts"])
    }
}
