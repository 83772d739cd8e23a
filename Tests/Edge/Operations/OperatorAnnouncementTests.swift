import BaliseAPI
import BaliseJSON
import Isolation
import Models
import Testing

@testable import Edge

@Suite("An operator's announcements", .timeLimit(.minutes(10))) struct OperatorAnnouncementTests {
    private static let body = #"{"type":"EVENT","id":7,"latitude":48.86,"longitude":2.35,"title":"Fair"}"#

    @Test("are made as the publisher operator, with all counts, once a key")
    func announce() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            let made = try await edge.post("/announcements", Self.body, headers: [("Idempotency-Key", "k")])
            #expect(made.status == 201)
            _ = try PublishedAnnouncement(jsonText: Array(made.body.utf8))
            #expect(try await edge.post("/announcements", #"{"typo":1}"#).status == 400)
        }
        let message = try #require(services.received(SendNotification.self).first)
        #expect(message.publisher == PublisherID("operator") && message.isOperator == true && !message.isDryRun)
        #expect(message.idempotencyKey == "k" && message.notification.announcement?.subject == .number(7))
        #expect(services.acts == ["SendNotification"])
    }

    @Test("are counted without being made, and without an entry")
    func count() async throws {
        let services = ScriptedServices.people()
        services.on(SendNotification.self) { _ in SendNotification.Reply(recipients: 3, deliveries: 4) }
        let counted = try await services.postAsOperator("/announcements/audience", Self.body)
        #expect(counted.body == #"{"dryRun":true,"recipients":3,"deliveries":4}"#)
        #expect(services.received(SendNotification.self).map(\.isDryRun) == [true])
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
        let list = try #require(services.received(ListNotifications.self).first)
        #expect(list.publisher == nil && list.limit == 3 && list.among == .announcements)
        let found = try #require(services.received(GetNotification.self).first)
        #expect(found.publisher == nil && found.id == "7" && found.among == .announcements)
        let cancelled = try #require(services.received(CancelNotification.self).first)
        #expect(cancelled.publisher == nil && cancelled.id == "7" && cancelled.among == .announcements)
    }

    @Test("and why one person was told, who sees by which key that was asked")
    func explain() async throws {
        let services = ScriptedServices.people()
        try await withOperations(services) { edge in
            var edge = edge
            edge.authorization = nil
            let path = "/announcements/7/recipients/\(People.ada)"
            let answer = try await edge.request("GET", path, headers: [("X-API-Key", "bk_assist")])
            #expect(answer.status == 200)
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
            let answer = try await edge.request("DELETE", path)
            #expect(answer.status == 204)
        }
        let message = try #require(services.received(EndSession.self).first)
        #expect(message.account == People.ada && message.session == People.phone)
    }

    @Test("The keys that verify access tokens are listed, the one that signs first")
    func signingKeys() async throws {
        let services = ScriptedServices()
        services.on(GetSigningKeys.self) { _ in
            GetSigningKeys.Reply(keys: [.init(id: "a", publicKey: []), .init(id: "b", publicKey: [])])
        }
        let listed = try await services.askAsOperator("GET", "/signing-keys")
        #expect(listed.body == #"{"keys":[{"id":"a","signs":true},{"id":"b","signs":false}]}"#)
    }
}
