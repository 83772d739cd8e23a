import BaliseAPI
import BaliseJSON

@testable import Edge

@Suite("An operator's announcements", .timeLimit(.minutes(10))) struct OperatorAnnouncementTests {
    private static let body = #"{"type":"EVENT","id":7,"latitude":48.86,"longitude":2.35,"title":"Fair"}"#

    @Test("are made as the publisher operator, with all counts, once a key")
    func announce() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let made = try await edge.post("/announcements", Self.body, headers: [("Idempotency-Key", "k")]).expect(201)
            _ = try PublishedAnnouncement(jsonText: Array(made.body.utf8))
            #expect(try await edge.post("/announcements", #"{"typo":1}"#).status == 400)
        }
        let message = try #require(services.received(Announce.self).first)
        #expect(message.publisher == PublisherID("operator") && message.isOperator == true && !message.isDryRun)
        #expect(message.idempotencyKey == "k" && message.announcement.subject == .number(7))
        #expect(services.acts == ["Announce"])
    }

    @Test("are counted without being made, and without an entry")
    func count() async throws {
        let services = ScriptedServices.people()
        services.on(Announce.self) { _ in Announce.Reply(recipients: 3, deliveries: 4) }
        let counted = try await services.postAsOperator("/announcements/audience", Self.body)
        #expect(counted.body == #"{"dryRun":true,"recipients":3,"deliveries":4}"#)
        #expect(services.received(Announce.self).map(\.isDryRun) == [true])
        #expect(services.acts.isEmpty && services.received(AppendAuditEntry.self).isEmpty)
    }

    @Test("and those of all publishers are seen and taken back")
    func all() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let page = try await edge.request("GET", "/announcements?limit=3")
            let malformed = try await edge.request("GET", "/announcements?before=a/b")
            let found = try await edge.request("GET", "/announcements/7")
            let cancelled = try await edge.request("DELETE", "/announcements/7")
            #expect([page, malformed, found, cancelled].map(\.status) == [200, 400, 200, 200])
        }
        #expect(services.received(ListAnnouncements.self).map { $0.publisher == nil && $0.limit == 3 } == [true])
        #expect(services.received(GetAnnouncement.self).map { $0.publisher == nil && $0.id == "7" } == [true])
        #expect(services.received(CancelAnnouncement.self).map { $0.publisher == nil && $0.id == "7" } == [true])
    }

    @Test("and why one person was told, who sees by which key that was asked")
    func explain() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            var edge = edge
            edge.authorization = nil
            let path = "/announcements/7/recipients/\(People.ada)"
            try await edge.request("GET", path, headers: [("X-API-Key", "bk_assist")]).expect(200)
        }
        let message = try #require(services.received(ExplainRecipient.self).first)
        #expect(message.id == "7" && message.account == People.ada && message.askedBy == "the assist key")
        #expect(services.received(AppendAuditEntry.self).map(\.call.account) == [People.ada])
    }

    @Test("One session of a person ends alone")
    func endSession() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let path = "/accounts/\(People.ada)/sessions/\(People.phone)"
            try await edge.request("DELETE", path).expect(204)
        }
        let message = try #require(services.received(EndSession.self).first)
        #expect(message.account == People.ada && message.session == People.phone)
    }

    @Test("The keys that verify access tokens are listed, the one that signs first")
    func signingKeys() async throws {
        let services = ScriptedServices().answering(GetSigningKeys.self) { _ in
            GetSigningKeys.Reply(keys: [.init(id: "a", publicKey: []), .init(id: "b", publicKey: [])])
        }
        let listed = try await services.askAsOperator("GET", "/signing-keys")
        #expect(listed.body == #"{"keys":[{"id":"a","signs":true},{"id":"b","signs":false}]}"#)
    }
}
