// What of operators' calls is in the audit log, and what happens where it cannot be written.

import Isolation
import MessageBus
import Models
import Testing

@testable import Edge

@Suite("The audit log of the operations port", .timeLimit(.minutes(10))) struct AuditTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!
    private let json = [("Content-Type", "application/json")]

    /// Services that do all that operators ask in these tests.
    private func scripted() -> ScriptedServices {
        let services = ScriptedServices()
        let profile = AccountProfile(
            account: account, number: 7, status: .active, names: AccountNames(username: "ada"),
            details: ProfileDetails(), createdAt: .start, updatedAt: .start)
        services.on(FindAccount.self) { _ in profile }
        services.on(ListAccounts.self) { _ in ListAccounts.Reply(accounts: []) }
        services.on(SetAccountStatus.self) { _ in Done() }
        services.on(EraseAccount.self) { _ throws(BusError) in throw .refused(ServiceError(.notFound, "none")) }
        services.on(InviteAccount.self) { _ in InviteAccount.Reply(profile: profile, expiresAt: .start) }
        services.on(CreateAPIKey.self) { message in
            CreateAPIKey.Reply(
                key: APIKeySummary(
                    id: APIKeyID("k2")!, name: message.name, scopes: message.scopes, createdAt: .start),
                secret: SecretText("bk_secret"))
        }
        services.on(ListAPIKeys.self) { _ in [] }
        services.on(DecideMissingAccounts.self) { _ in DecideMissingAccounts.Reply(isDecided: true) }
        return services
    }

    @Test("has each change before it is made and before it is answered, and each look at a person")
    func entries() async throws {
        let services = scripted()
        try await withOperations(services) { edge async throws in
            #expect(try await edge.request("POST", "/accounts/\(account)/disable", headers: json).status == 204)
            #expect(try await edge.request("DELETE", "/accounts/\(account)", headers: json).status == 404)
            #expect(try await edge.request("GET", "/accounts/ada").status == 200)
            #expect(try await edge.request("GET", "/accounts?query=ada").status == 200)
            let body = #"{"email":"ada@example.org"}"#
            #expect(try await edge.request("POST", "/accounts", headers: json, body: body).status == 201)
            let key = #"{"name":"shop","scopes":["publish"]}"#
            #expect(try await edge.request("POST", "/api-keys", headers: json, body: key).status == 201)
            #expect(try await edge.request("POST", "/missing-accounts/keep", headers: json).status == 200)
            // Of these there is nothing to write down.
            #expect(try await edge.request("GET", "/api-keys").status == 200)
            #expect(try await edge.request("POST", "/accounts", headers: json, body: "{}").status == 400)
            #expect(try await edge.request("DELETE", "/accounts/%ff", headers: json).status == 400)
        }
        let entries = services.received(AppendAuditEntry.self).map(\.call)
        let expected: [(String, AccountID?, APIKeyID?, String)] = [
            ("DisableAccount", account, nil, "begun"), ("DisableAccount", account, nil, "done"),
            ("EraseAccount", account, nil, "begun"), ("EraseAccount", account, nil, "NOT_FOUND"),
            ("FindAccount", account, nil, "done"), ("ListAccounts", nil, nil, "done"),
            ("InviteAccount", nil, nil, "begun"), ("InviteAccount", account, nil, "done"),
            ("CreateAPIKey", nil, nil, "begun"), ("CreateAPIKey", nil, APIKeyID("k2")!, "done"),
            ("KeepMissingAccounts", nil, nil, "begun"), ("KeepMissingAccounts", nil, nil, "done"),
        ]
        #expect(entries.map(\.call) == expected.map(\.0) && entries.map(\.account) == expected.map(\.1))
        #expect(entries.map(\.subjectKey) == expected.map(\.2) && entries.map(\.outcome) == expected.map(\.3))
        #expect(entries.allSatisfy { $0.credential == .operatorToken && $0.apiKey == nil })
        #expect(entries[0].request == entries[1].request && entries[1].request != entries[2].request)
        let order = services.messages.map { "\(type(of: $0))" }.prefix(3)
        #expect(order == ["AppendAuditEntry", "SetAccountStatus", "AppendAuditEntry"])
        // No text of a person or secret.
        let written = entries.map { "\($0)" }.joined()
        #expect(!written.contains("example.org") && !written.contains("\"ada\"") && !written.contains("bk_"))
    }

    @Test("names the key by which somebody called")
    func keys() async throws {
        let services = scripted()
        try await withOperations(services) { edge async throws in
            var edge = edge
            edge.authorization = nil
            let key = json + [("X-API-Key", "bk_operate")]
            #expect(try await edge.request("POST", "/accounts/\(account)/enable", headers: key).status == 204)
        }
        let entry = try #require(services.received(AppendAuditEntry.self).first?.call)
        #expect(entry.credential == .apiKey && entry.apiKey == APIKeyID("k1")! && entry.apiKeyName == "the operate key")
    }

    @Test("that cannot be written lets nothing be changed and nothing of a person be seen")
    func unwritten() async throws {
        let services = scripted()
        services.on(AppendAuditEntry.self) { _ throws(BusError) in throw .unavailable(.authSession) }
        try await withOperations(services) { edge async throws in
            let change = try await edge.request("POST", "/accounts/\(account)/disable", headers: json)
            #expect(
                change.status == 503 && change.body.contains("the audit log cannot be written, so nothing was done"))
            let look = try await edge.request("GET", "/accounts/ada")
            #expect(look.status == 503 && look.body.contains("so nothing is shown") && !look.body.contains("username"))
            let decision = try await edge.request("POST", "/missing-accounts/erase", headers: json)
            #expect(decision.status == 503)
            #expect(try await edge.request("GET", "/api-keys").status == 200)
        }
        #expect(
            services.received(SetAccountStatus.self).isEmpty && services.received(DecideMissingAccounts.self).isEmpty)
    }

    @Test("that cannot be written any more after a change says that it may have been made")
    func unwrittenEnd() async throws {
        let services = scripted()
        services.on(AppendAuditEntry.self) { message throws(BusError) in
            if message.call.outcome != AuditedCall.begun { throw .timedOut }
            return Done()
        }
        try await withOperations(services) { edge async throws in
            let change = try await edge.request("POST", "/accounts/\(account)/disable", headers: json)
            #expect(change.status == 503 && change.body.contains("look whether it was done before you repeat it"))
        }
        #expect(services.received(SetAccountStatus.self).count == 1)
        #expect(services.received(AppendAuditEntry.self).count == 2)
    }

    @Test("is shown and checked")
    func shown() async throws {
        let services = scripted()
        let call = AuditedCall(
            credential: .apiKey, apiKey: APIKeyID("k1")!, apiKeyName: "Support", call: "DisableAccount",
            account: account, outcome: "done", request: "r1")
        let hash = [UInt8](repeating: 0x0a, count: 32)
        services.on(ListAuditEntries.self) { _ in
            ListAuditEntries.Reply(entries: [AuditEntry(number: 7, at: .start, call: call, hash: hash)], next: 7)
        }
        services.on(VerifyAuditLog.self) { message in
            VerifyAuditLog.Reply(number: message.after + 1, hash: hash, broken: 9, hasMore: true)
        }
        let text = String(repeating: "0a", count: 32)
        try await withOperations(services) { edge async throws in
            let list = try await edge.request("GET", "/audit?account=\(account)&cursor=8&limit=3")
            #expect(list.body.hasPrefix(#"{"entries":[{"number":7,"at":""#))
            #expect(list.body.contains(#""apiKeyName":"Support","call":"DisableAccount","account":"\#(account)""#))
            #expect(list.body.hasSuffix(#""hash":"\#(text)"}],"nextCursor":"7"}"#))
            let whole = try await edge.request("GET", "/audit/verification")
            #expect(whole.body == #"{"count":1,"head":"\#(text)","firstBroken":9,"hasMore":true}"#)
            #expect(try await edge.request("GET", "/audit/verification?after=7&head=\(text)").status == 200)
            for wrong in ["after=7", "head=\(text)", "after=7&head=0a", "after=7&head=\(text)zz", "limit=0"] {
                #expect(try await edge.request("GET", "/audit/verification?\(wrong)").status == 400, "\(wrong)")
            }
            #expect(try await edge.request("GET", "/audit?acount=x").body.contains("did you mean account?"))
        }
        let asked = services.received(ListAuditEntries.self)
        #expect(asked.map(\.account) == [account] && asked.map(\.before) == [8] && asked.map(\.limit) == [3])
        #expect(services.received(VerifyAuditLog.self).map(\.after) == [0, 7])
        #expect(services.received(VerifyAuditLog.self).map(\.hash) == [[], hash])
    }
}
