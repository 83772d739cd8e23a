@testable import Push

@Suite("Pushes that are sent after quiet hours", .timeLimit(.minutes(10)))
struct SentLaterTests {
    /// The tests' clocks start at 08:00 UTC.
    private static let hours = QuietHours(start: 7 * 60, end: 9 * 60, timeZone: "UTC")

    @Test(
        "Pushes after quiet hours change nothing that a publisher sees, whether quiet hours end normally or early",
        arguments: [false, true])
    func untold(early: Bool) async throws {
        try await PushHarness.runWithKinds { push in
            var own: [AccountID] = []
            for number in 0..<10 { own.append(try await push.person("own\(number)")) }
            let asleep = try await push.person("asleep", quietHours: Self.hours)
            let sent = try await push.notify(.withActions(.everyone))
            let id = try #require(sent.record).id
            try await eventually("one waits") {
                let counts = try await push.send(GetNotification(id: id, of: nil)).counts
                return counts.sent == 10 && counts.deferred == 1
            }
            let tap = NotificationInteraction(notification: id, action: NotificationInteraction.opened, at: .start)
            for account in own { try await push.report(account, tap) }
            let before = try await push.send(GetNotification(id: id, of: .sample))
            #expect(before.counts.sent == 10 && before.interactions?.map(\.people) == [10])
            let results = try await push.send(SummarizeResults(id: id, of: .sample)).groups
            if early {
                try await push.setPreferences(of: asleep) { $0.quietHours = nil }
            } else {
                push.clock.advance(seconds: 3600)
            }
            #expect(try await push.done(sent).counts.sent == 11)
            try await push.report(asleep, tap)
            let all = try await push.send(GetNotification(id: id, of: nil))
            #expect(all.interactions?.map(\.people) == [11])
            #expect(try await push.send(GetNotification(id: id, of: .sample)) == before)
            #expect(
                try await push.send(ListNotifications(limit: 1, of: .sample)).notifications.first?.counts.sent == 10)
            #expect(try await push.send(SummarizeResults(id: id, of: .sample)).groups == results)
        }
    }

    @Test("A publisher sees full thousands of pushes after quiet hours")
    func crowd() {
        #expect(CountRules.disclosed(20, later: 999 - 989) == 10)
        #expect(CountRules.disclosed(1500, later: 999) == 501)
        #expect(CountRules.disclosed(1500, later: 1000) == 1500)
        #expect(CountRules.disclosed(5000, later: 2001) == 4999)
    }

    @Test("An operator sees all counts, and a key with the scope view those of publishers")
    func view() async throws {
        try await PushHarness.runWithKinds { push in
            let asleep = try await push.person("asleep", quietHours: Self.hours)
            let sent = try await push.notify(.sample(.accounts([asleep])))
            let id = try #require(sent.record).id
            try await eventually("it waits") {
                try await push.send(GetNotification(id: id, of: nil)).counts.deferred == 1
            }
            let shown = try await push.send(GetNotification(id: id, of: nil, asPublisher: true))
            #expect(shown.counts == .empty && shown.fewerThan == 0 && shown.state == .done)
            #expect(shown.recipients == 0 && shown.publisher == PublisherID.sample)
            let list = ListNotifications(limit: 1, of: nil, state: .done, asPublisher: true)
            let listed = try #require(try await push.send(list).notifications.first)
            #expect(listed.id == id && listed.counts == .empty && listed.fewerThan == 0)
            let made = try await push.notify()
            let name = try #require(made.record).id.text
            try await eventually("the other waits") {
                try await push.send(GetNotification(id: name, of: nil)).counts.deferred == 1
            }
            let announced = try await push.send(GetNotification(id: name, of: nil, asPublisher: true))
            #expect(announced.counts == .empty && announced.fewerThan == CountRules.fewest)
            let page = try await push.send(
                ListNotifications(limit: 1, of: nil, asPublisher: true, among: .announcements))
            #expect(page.notifications.first?.fewerThan == CountRules.fewest)
        }
    }
}
