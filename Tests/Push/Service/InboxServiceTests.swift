@testable import Push

@Suite("An inbox", .timeLimit(.minutes(10)))
struct InboxServiceTests {
    @Test("An inbox lists the notifications of its user, the latest first")
    func listing() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            let far = try await push.person("far", kilometres: 49)
            var ids: [InboxEntryID] = []
            for number in 1...5 {
                let made = try await push.deliver(
                    .sample.with {
                        $0.subject = .number(Int64(number)); $0.title = number == 5 ? nil : "Offre \(number)"
                    })
                ids.insert(InboxEntryID(try #require(made.record).id.text)!, at: 0)
            }
            let page = try await push.send(ListInbox(account: ada, limit: 2, unreadOnly: false))
            #expect(page.entries.map(\.id) == Array(ids[0...1]))
            #expect(page.entries.map(\.title) == ["New offer near you", "Offre 4"])
            #expect(page.hasMore && page.total == 5 && page.unread == 5)
            let french = ListInbox(account: ada, limit: 1, unreadOnly: false, language: "fr-FR")
            #expect(try await push.send(french).entries.map(\.title) == ["Nouvelle offre près de chez vous"])
            let rest = try await push.send(ListInbox(account: ada, before: ids[1], limit: 10, unreadOnly: false))
            #expect(rest.entries.map(\.id) == Array(ids[2...4]) && !rest.hasMore)
            let offset = try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false, offset: 3))
            #expect(offset.entries.map(\.id) == Array(ids[3...4]))
            #expect(try await push.send(ListInbox(account: far, limit: 10, unreadOnly: false)).total == 0)
            #expect(
                try await push.refusal(of: ListInbox(account: far, before: ids[0], limit: 10, unreadOnly: false))
                    == .invalidRequest)
            #expect(try await push.refusal(of: ListInbox(account: ada, limit: 0, unreadOnly: false)) == .invalidRequest)
        }
    }

    @Test("An operator's look changes neither the inbox nor the badge")
    func look() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            func announce(_ number: Int64) async throws {
                try await push.deliver(.sample.with { $0.subject = .number(number) })
            }
            try await announce(1)
            try await announce(2)
            let seen = try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false, isLook: true))
            #expect(seen.entries.count == 2 && seen.unread == 2)
            try await announce(3)
            #expect(push.gateway.sent.last?.aps["badge"] as? Int == 1)
        }
    }

    @Test("Entries are marked as read, and the badge counts unread ones after the first use")
    func reading() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            func announce(_ number: Int64) async throws -> InboxEntryID {
                let made = try await push.deliver(.sample.with { $0.subject = .number(number) })
                return InboxEntryID(try #require(made.record).id.text)!
            }
            let first = try await announce(1)
            _ = try await announce(2)
            #expect(push.gateway.sent.map { $0.aps["badge"] as? Int } == [1, 1])
            #expect(try await push.send(CountUnread(account: ada)).unread == 2)
            #expect(
                try await push.send(MarkRead(account: ada, entries: [first, InboxEntryID("unknown")!])).unread == 1)
            #expect(try await push.send(MarkRead(account: ada, entries: [first])).unread == 1)
            let unread = try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: true))
            #expect(unread.entries.map(\.subject) == [.number(2)] && unread.total == 2)
            _ = try await announce(3)
            #expect(push.gateway.sent.last?.aps["badge"] as? Int == 2)
            #expect(try await push.send(MarkRead(account: ada)).unread == 0)
            let all = try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false))
            #expect(all.entries.allSatisfy { $0.readAt != nil } && all.unread == 0)
        }
    }

    @Test("An inbox is erased with its account")
    func erased() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            let before = try await push.record(made, once: .done)
            try await push.identity.remove("ada")
            #expect(try await eventually { try await push.send(CountUnread(account: ada)).unread == 0 })
            #expect(try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false)).entries.isEmpty)
            #expect(try await push.explain(made, ada).reason == .unknownAccount)
            #expect(try await push.record(made).counts == before.counts)
        }
    }
}
