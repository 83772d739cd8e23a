@testable import Edge

@Suite("An operator who helps a user with notifications", .timeLimit(.minutes(10)))
struct AccountNotificationRouteTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!

    @Test("An operator sees the preferences of a user with kinds, topics and tags")
    func preferences() async throws {
        let services = ScriptedServices().answering(GetPreferences.self) { _ in
            NotificationPreferences(
                choices: NotificationChoices(
                    notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, notificationRadius: 15,
                    preferredCategories: ["repair"]),
                quietHours: QuietHours(start: 1325, end: 420, timeZone: "Europe/Paris"),
                topics: ["club"], givenTopics: ["staff"], tags: ["<b>beta</b>"])
        }
        services.on(FindAccount.self) { [account] _ in People.profile(account) }
        services.on(GetKinds.self) { _ in
            NotificationKindList(kinds: [NotificationKindSwitch(name: "news", enabled: false, mandatory: false)])
        }
        try await withOperations(services) { edge async throws in
            let answer = try await edge.request("GET", "/accounts/\(account)/preferences")
            answer.expect(
                body: #"{"notifyNewOffers":true,"notifyNewProNearby":false,"notifyLocalEvents":true,"#
                    + #""notificationRadius":15,"preferredCategories":["repair"],"#
                    + #""quietHours":{"start":"22:05","end":"07:00","timeZone":"Europe/Paris","allowsInterruptions":false},"#
                    + #""kinds":[{"name":"news","enabled":false,"mandatory":false}],"topics":["club"],"#
                    + #""givenTopics":["staff"],"tags":["<b>beta</b>"]}"#)
        }
        let audited = services.received(AppendAuditEntry.self).map(\.call)
        #expect(audited.map(\.call) == ["GetAccountPreferences"] && audited.map(\.account) == [account])
    }

    @Test("An operator sees the inbox of a user in pages, and marks nothing as read")
    func inbox() async throws {
        let services = ScriptedServices().answering(ListInbox.self) { message in
            let entry = InboxEntry(
                id: InboxEntryID("n7")!, type: nil, subject: .text("n7"), title: "T", body: "B", at: .start,
                kind: "news")
            return ListInbox.Reply(entries: [entry], unread: 1, total: 2, hasMore: message.before == nil)
        }
        services.on(FindAccount.self) { [account] _ in People.profile(account) }
        try await withOperations(services) { edge async throws in
            let first = try await edge.request("GET", "/accounts/\(account)/inbox?limit=1")
            #expect(first.body.hasPrefix(#"{"entries":[{"id":"n7","kind":"news","title":"T","body":"B","at":""#))
            #expect(first.body.hasSuffix(#"}],"unread":1,"total":2,"nextCursor":"n7"}"#))
            let last = try await edge.request("GET", "/accounts/\(account)/inbox?cursor=n7")
            #expect(last.body.hasSuffix(#""unread":1,"total":2}"#))
            for wrong in ["limit=0", "limit=101", "unread=1"] {
                #expect(try await edge.request("GET", "/accounts/\(account)/inbox?\(wrong)").status == 400, "\(wrong)")
            }
        }
        let asked = services.received(ListInbox.self)
        #expect(asked.map(\.limit) == [1, 20] && asked.map(\.before) == [nil, InboxEntryID("n7")!])
        #expect(asked.allSatisfy { $0.isLook == true && $0.withNotifications == true && $0.account == account })
        #expect(services.received(AppendAuditEntry.self).map(\.call.call) == ["ListAccountInbox", "ListAccountInbox"])
    }

    @Test("An operator asks why a user got a notification")
    func why() async throws {
        let services = ScriptedServices.people()
        let response = try await services.askAsOperator("GET", "/notifications/7/recipients/\(People.ada)")
        let (_, message) = try services.first(ExplainRecipient.self, after: response)
        #expect(message.id == "7" && message.account == People.ada && message.among == nil)
    }
}
