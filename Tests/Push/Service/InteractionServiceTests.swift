@testable import Push

extension OutgoingNotification {
    static func withActions(_ audience: AudienceExpression) -> OutgoingNotification {
        OutgoingNotification(
            kind: "orders", audience: audience,
            content: NotificationContent(
                texts: [NotificationText(language: "en", title: "Your order")],
                actions: [
                    NotificationAction(id: "TRACK", title: "Track", link: "app://track"),
                    NotificationAction(id: "LATER", title: "Later"),
                ], link: "app://orders/1"))
    }
}

extension PushHarness {
    func report(_ account: AccountID, _ interactions: NotificationInteraction...) async throws {
        _ = try await send(RecordInteractions(account: account, interactions: interactions))
    }

    func interactions(
        _ sent: SendNotification.Reply, _ publisher: PublisherID? = nil
    ) async throws -> [InteractionCount]? {
        try await send(GetNotification(id: try #require(sent.record).id, of: publisher)).interactions
    }

    fileprivate func exportedInteractions(of account: AccountID) async throws -> String {
        let request = ExportPage(account: account, subject: "interactions")
        let context = MessageContext(requestID: "test", timeout: .seconds(60))
        return String(decoding: try await edge.send(request, to: .push, context).entries, as: UTF8.self)
    }
}

@Suite("Interactions with notifications", .timeLimit(.minutes(10)))
struct InteractionServiceTests {
    private func opened(
        _ sent: SendNotification.Reply, _ action: String = NotificationInteraction.opened, at: UnixTime = .start,
        link: String? = nil
    ) throws -> NotificationInteraction {
        NotificationInteraction(notification: try #require(sent.record).id, action: action, at: at, link: link)
    }

    @Test("Each user counts once per action and link, and a publisher sees none of a small audience")
    func counts() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben"))
            let sent = try await push.deliver(.withActions(.everyone))
            #expect(try await push.interactions(sent) == [])
            let tap = try opened(sent, link: "app://orders/1")
            try await push.report(ada, tap, tap)
            try await push.report(ada, tap, try opened(sent, "TRACK", link: "app://track"))
            try await push.report(ada, try opened(sent))
            try await push.report(ben, tap, try opened(sent, NotificationInteraction.dismissed))
            #expect(
                try await push.interactions(sent) == [
                    InteractionCount(action: "opened", link: "app://orders/1", people: 2),
                    InteractionCount(action: "TRACK", link: "app://track", people: 1),
                    InteractionCount(action: "dismissed", people: 1),
                ])
            #expect(try await push.interactions(sent, .sample) == nil)
            let page = try await push.send(ListNotifications(limit: 1, of: nil))
            #expect(page.notifications.first?.interactions == nil)
        }
    }

    @Test("Interactions with unsent notifications and unknown actions are ignored")
    func unknown() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben"))
            let sent = try await push.deliver(.withActions(.accounts([ada])))
            let offer = try await push.deliver()
            try await push.report(ben, try opened(sent))
            try await push.report(AccountID("nobody")!, try opened(sent))
            try await push.report(
                ada, try opened(sent, "ERASE"),
                NotificationInteraction(notification: NotificationID("none")!, action: "opened", at: .start),
                NotificationInteraction(notification: try #require(offer.record).id, action: "opened", at: .start))
            #expect(try await push.interactions(sent) == [])
            try await push.report(ada, try opened(sent, link: "https://example.com/made-up"))
            #expect(try await push.interactions(sent) == [InteractionCount(action: "opened", people: 1)])
            for count in [0, 101] {
                let request = RecordInteractions(
                    account: ada, interactions: Array(repeating: try opened(sent), count: count))
                #expect(try await push.refusal(of: request) == .invalidRequest)
            }
        }
    }

    @Test("Interactions count with pushes in flight, but not with waiting ones")
    func underWay() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, late) = (try await push.person("ada"), try await push.person("late"))
            try await push.setPreferences(of: late) {
                $0.quietHours = QuietHours(start: 7 * 60, end: 9 * 60, timeZone: "UTC")
            }
            let (answers, answer) = AsyncStream.makeStream(of: Never.self)
            push.gateway.answer { _ in
                for await _ in answers {}
                return .sent(id: nil)
            }
            let sent = try await push.notify(.withActions(.accounts([ada, late])))
            #expect(await eventually { push.gateway.sent.count == 1 })
            try await push.report(ada, try opened(sent))
            try await push.report(late, try opened(sent))
            #expect(try await push.interactions(sent) == [InteractionCount(action: "opened", people: 1)])
            answer.finish()
        }
    }

    @Test("A publisher sees interactions of ten users or more, and never of named accounts")
    func publishers() async throws {
        try await PushHarness.runWithKinds { push in
            var people: [AccountID] = []
            for number in 0..<11 { people.append(try await push.person("p\(number)")) }
            let all = try await push.notify(.withActions(.everyone))
            let named = try await push.notify(.withActions(.accounts(people)))
            for sent in [all, named] { _ = try await push.done(sent) }
            for account in people.prefix(10) {
                #expect(try await push.interactions(all, .sample) == [])
                for sent in [all, named] { try await push.report(account, try opened(sent, link: "app://orders/1")) }
            }
            let ten = [InteractionCount(action: "opened", link: "app://orders/1", people: 10)]
            #expect(try await push.interactions(all, .sample) == ten)
            try await push.report(people[10], try opened(all))
            #expect(try await push.interactions(all, .sample) == ten)
            #expect(try await push.interactions(all) == ten + [InteractionCount(action: "opened", people: 1)])
            #expect(try await push.interactions(named, .sample) == nil)
            #expect(try await push.interactions(named) == ten)
        }
    }

    @Test("An erased user still counts, but leaves no row")
    func erased() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let sent = try await push.deliver(.withActions(.everyone))
            try await push.report(ada, try opened(sent))
            #expect(try await push.exportedInteractions(of: ada).contains(#""opened""#))
            try await push.identity.remove("ada")
            #expect(try await eventually { try await push.exportedInteractions(of: ada).isEmpty })
            #expect(try await push.interactions(sent) == [InteractionCount(action: "opened", people: 1)])
        }
    }

    @Test("The time of an interaction is never before the notification began")
    func longAhead() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let day = CivilDate(daysSince1970: push.clock.now().rawValue / 86_400_000 + 100)
            let local = LocalMoment(day, minute: 18 * 60)
            var notification = OutgoingNotification.withActions(.accounts([ada]))
            notification.localStart = LocalStart(local, fallbackZone: "UTC")
            let sent = try await push.notify(notification)
            push.clock.set(local.moment(in: .utc))
            #expect(await eventually { push.gateway.sent.count == 1 })
            try await push.report(ada, try opened(sent, at: UnixTime(milliseconds: 0)))
            let exported = try await push.exportedInteractions(of: ada)
            #expect(exported.contains("\(local.text.prefix(10))T04:00:00"))
        }
    }
}
