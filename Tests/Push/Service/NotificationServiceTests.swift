@testable import Push

@Suite("Notifications of any kind", .timeLimit(.minutes(10)))
struct NotificationServiceTests {
    private static let other = PublisherID("other")!

    @Test("A notification reaches the named user wherever they are")
    func one() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben"))
            try await push.positions.remove(ada.text)
            let sent = try await push.notify(.sample(.accounts([ada, AccountID("nobody")!])))
            let record = try await push.done(sent)
            #expect(record.recipients == 1 && record.counts.sent == 1)
            #expect(push.gateway.sent.map(\.token.value) == [.apns("ada")])
            #expect(try await push.explain(sent, ada).reason == .told)
            #expect(try await push.explain(sent, ada).distance == nil)
            #expect(try await push.explain(sent, ben).reason == .notInAudience)
            #expect(try await push.explain(sent, AccountID("nobody")!).reason == .unknownAccount)
        }
    }

    @Test("An accepted notification leaves at once")
    func atOnce() async throws {
        try await PushHarness.runWithoutLooking { push in
            let ada = try await push.person("ada")
            // The second one finds an idle worker.
            for count in 1...2 {
                let sent = try await push.notify(.sample(.accounts([ada])))
                #expect(await eventually { push.gateway.sent.count == count })
                #expect(try await push.done(sent).counts.sent == 1)
            }
        }
    }

    @Test("A publisher sees the same answer for every named account, known or not", arguments: [0, 10])
    func silence(ownAccounts: Int) async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, off) = (try await push.person("ada"), try await push.person("off"))
            try await push.setPreferences(of: off) { $0.kindsOff = ["orders"] }
            var own: [AccountID] = []
            for number in 0..<ownAccounts { own.append(try await push.person("own-\(number)")) }
            var answers: Set<[String]> = []
            for account in [ada, off, AccountID("nobody")!] {
                let sent = try await push.notify(.sample(.accounts(own + [account])), isOperator: nil)
                let id = try #require(sent.record).id
                for record in [
                    try #require(sent.record), try await push.send(GetNotification(id: id, of: .sample)),
                    try await push.send(CancelNotification(id: id, of: .sample)),
                ] {
                    answers.insert([
                        "\(record.state)", "\(record.recipients)", "\(record.counts)", "\(record.fewerThan ?? -1)",
                    ])
                }
            }
            let zeros = ["0", "\(DeliveryCounts.empty)", "0"]
            #expect(answers == [["done"] + zeros, ["cancelled"] + zeros])
        }
    }

    @Test("An audience chooses among the devices of one user")
    func devices() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada", token: "phone")
            for (token, language, version) in [("phone", "fr-CA", "1.9"), ("tablet", "en", "2.1")] {
                _ = try await push.send(
                    RegisterPushToken.sample(ada, token: token, pushDevice: token)
                        .with { ($0.language, $0.appVersion) = (language, version) })
            }
            _ = try await push.person("ben")
            func told(_ audience: AudienceExpression) async throws -> [String] {
                let before = push.gateway.sent.count
                let record = try await push.done(try await push.notify(.sample(audience)))
                let tokens = push.gateway.sent.dropFirst(before).map(\.token.value)
                #expect(record.counts.sent == tokens.count && record.counts.suppressed == 0)
                return tokens.sorted()
            }
            // Each condition matches one of her push devices, but none matches both.
            #expect(try await told(.all([.language("fr"), .appVersion(.atLeast, AppVersion("2")!)])) == [])
            #expect(try await told(.not(.language("fr"))) == [.apns("ben"), .apns("tablet")].sorted())
            let tablet = try #require(
                try await push.send(ListPushTokens(account: ada)).tokens.first { $0.pushDevice == "tablet" })
            _ = try await push.send(SetDeviceTags(account: ada, token: tablet.id, tags: ["lane-7", "beta", "beta"]))
            #expect(try await told(.deviceTag("beta")) == [.apns("tablet")])
            // Another token of the same push device has its tags, whatever its purpose.
            _ = try await push.send(
                RegisterPushToken.sample(ada, token: "tablet-2", pushDevice: "tablet").with {
                    $0.environment = .sandbox
                })
            #expect(try await told(.deviceTag("beta")).count == 1)
            for tags in [["other"], (0...20).map { "lane-\($0)" }] {
                let request = SetDeviceTags(account: ada, token: tablet.id, tags: tags)
                #expect(try await push.refusal(of: request) == .invalidRequest)
            }
            let ben = SetDeviceTags(account: AccountID("ben")!, token: tablet.id, tags: [])
            #expect(try await push.refusal(of: ben) == .notFound)
            _ = try await push.send(SetDeviceTags(account: ada, token: tablet.id, tags: []))
            #expect(try await told(.deviceTag("beta")) == [])
        }
    }

    @Test("Topics and tags count as they are when the push leaves, even after a restart")
    func topics() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await PushHarness.run(clock: clock, in: folder) { push in
            let hours = QuietHours(start: 7 * 60, end: 9 * 60, timeZone: "UTC")
            for name in ["stays", "leaves"] {
                let account = try await push.person(name)
                try await push.setPreferences(of: account) {
                    ($0.quietHours, $0.topics, $0.tags) = (hours, ["news-1"], ["vip"])
                }
            }
            let both = AudienceExpression.all([.topic("news-1"), .tag("vip")])
            let sent = try await push.notify(.sample(both, kind: "OFFER"))
            let id = try #require(sent.record).id
            #expect(try await eventually { try await push.send(GetNotification(id: id, of: nil)).counts.deferred == 2 })
            try await push.setPreferences(of: AccountID("leaves")!) { ($0.quietHours, $0.tags) = (hours, ["vip"]) }
            _ = try await push.notify(isDryRun: true)
            clock.advance(seconds: 3600)
            let record = try await push.done(sent)
            #expect(record.counts.sent == 1 && record.counts.suppressed == 1)
            #expect(push.gateway.sent.map(\.token.value) == [.apns("stays")])
            let left = try await push.explain(sent, AccountID("leaves")!)
            #expect(left.deliveries.map(\.reason) == ["not-in-audience"])
        }
        try await PushHarness.run(clock: clock, in: folder) { push in
            // In this run the feeds report no users again.
            let count = try await push.notify(
                .sample(.all([.topic("news-1"), .tag("vip")]), kind: "OFFER"), isDryRun: true)
            #expect(count.recipients == 1)
        }
    }

    @Test("Only visible notifications are in the inbox, and none in lists of announcements")
    func lists() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let sent = try await push.deliver(.sample(.accounts([ada]), title: "First"))
            let silent = try await push.notify(.sample(.accounts([ada]), isSilent: true))
            #expect(try await push.done(silent).counts.sent == 1)
            let id = try #require(sent.record).id
            let page = try await push.inbox(of: ada)
            #expect(page.entries.map(\.title) == ["First"] && page.entries.map(\.kind) == ["orders"])
            #expect(page.entries.allSatisfy { $0.type == nil } && page.total == 1 && page.unread == 1)
            // Clients that do not know notifications receive none.
            #expect(try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false)).entries.isEmpty)
            let types = AnnouncementType.allCases
            #expect(try await push.send(FindAnnouncements(types: types, limit: 10)).found.isEmpty)
            let open = OpenAnnouncement(types: types, subject: .text(id.text))
            #expect(try await push.refusal(of: open) == .notFound)
            #expect(try await push.refusal(of: GetNotification(id: id.text)) == .notFound)
            #expect(try await push.refusal(of: CancelNotification(id: id.text)) == .notFound)
            #expect(try await push.send(ListNotifications(limit: 10, among: .announcements)).notifications.isEmpty)
            let explain = ExplainRecipient(id: id.text, account: ada, askedBy: nil, among: .announcements)
            #expect(try await push.refusal(of: explain) == .notFound)
            let offer = try await push.notify()
            let own = GetNotification(id: try #require(offer.record).id, of: nil)
            #expect(try await push.refusal(of: own) == .notFound)
        }
    }

    @Test("A notification is visible to its publisher only")
    func publishers() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let sent = try await push.notify(.sample(.accounts([ada])))
            let id = try #require(sent.record).id
            _ = try await push.done(sent)
            #expect(try await push.refusal(of: GetNotification(id: id, of: Self.other)) == .notFound)
            #expect(try await push.refusal(of: CancelNotification(id: id, of: Self.other)) == .notFound)
            for number in 1...3 { _ = try await push.notify(.sample(.everyone, title: "\(number)")) }
            let page = try await push.send(ListNotifications(limit: 2, of: .sample))
            #expect(page.notifications.count == 2 && page.hasMore)
            let rest = try await push.send(
                ListNotifications(before: page.notifications.last?.id, limit: 20, of: .sample))
            #expect(rest.notifications.map(\.id).last == id && !rest.hasMore)
            #expect(try await push.send(ListNotifications(limit: 20, of: Self.other)).notifications.isEmpty)
            let later = try await push.notify(.sample(.everyone).starting(in: 3600, push.clock))
            // With few recipients it is done for its publisher, while an operator sees it in progress.
            push.gateway.answer { _ in .retry(after: .seconds(600), reason: "TooManyRequests") }
            let delayed = try #require(try await push.notify(.sample(.accounts([ada]))).record).id
            try await eventually("it is on its way") {
                let listed = try await push.send(ListNotifications(limit: 20, of: nil, state: .delivering))
                return listed.notifications.contains { $0.id == delayed && $0.publisher == .sample }
            }
            let onTheirWay = try await push.send(ListNotifications(limit: 20, of: .sample, state: .delivering))
            #expect(onTheirWay.notifications.isEmpty)
            try await eventually("all are done for their publisher") {
                let done = try await push.send(ListNotifications(limit: 4, of: .sample, state: .done))
                return done.notifications.first?.id == delayed && done.notifications.count == 4 && done.hasMore
                    && done.notifications.allSatisfy { $0.publisher == nil }
            }
            for (publisher, ids) in [(nil, [try #require(later.record).id]), (Self.other, [])] {
                let waiting = try await push.send(ListNotifications(limit: 20, of: publisher, state: .scheduled))
                #expect(waiting.notifications.map(\.id) == ids)
            }
        }
    }

    @Test("A key may send only its kinds and topics, at its rate")
    func limits() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            func refusal(
                _ kind: String, _ audience: AudienceExpression, _ limits: PublishingLimits?
            ) async throws -> ErrorCode? { try await push.refusalToSend(.sample(audience, kind: kind), limits) }
            #expect(try await refusal("unknown", .everyone, nil) == .invalidRequest)
            #expect(try await refusal("billing", .everyone, nil) == .forbidden)
            #expect(try await refusal("billing", .everyone, PublishingLimits(kinds: ["billing"])) == nil)
            #expect(try await refusal("orders", .everyone, PublishingLimits(kinds: ["billing"])) == .forbidden)
            #expect(try await refusal("orders", .everyone, PublishingLimits(topics: ["news-1"])) == .forbidden)
            #expect(try await refusal("orders", .topic("news-1"), PublishingLimits(topics: ["news-1"])) == nil)
            let slow = PublishingLimits(perMinute: 2)
            #expect(try await refusal("orders", .accounts([ada]), slow) == nil)
            #expect(try await refusal("orders", .accounts([ada]), slow) == nil)
            #expect(try await refusal("orders", .accounts([ada]), slow) == .rateLimited)
            push.clock.advance(seconds: 60)
            #expect(try await refusal("orders", .accounts([ada]), slow) == nil)
            // An announcement also has a kind, and reaches users outside of topics.
            for limits in [PublishingLimits(kinds: ["orders"]), PublishingLimits(topics: ["news-1"])] {
                #expect(try await push.refusalToSend(.sample, limits) == .forbidden)
            }
        }
    }

    @Test("A publisher gets a limited number of rounded dry runs")
    func dryRuns() async throws {
        try await PushHarness.runWithKinds { push in
            for number in 1...30 {
                let one = try await push.person("p\(number)", kilometres: 300)
                try await push.setPreferences(of: one) { $0.topics = number <= 25 ? ["news-1"] : nil }
            }
            let topic = OutgoingNotification.sample(.topic("news-1"))
            let counted = try await push.notify(topic, isDryRun: true)
            #expect(counted.recipients == 25 && counted.deliveries == 25)
            for _ in 0..<CountRules.probes {
                let reply = try await push.notify(topic, isDryRun: true, isOperator: nil)
                #expect(reply.recipients == 30 && reply.deliveries == nil)
            }
            #expect(try await push.refusalToSend(topic, isDryRun: true) == .rateLimited)
            // For picked users, not even that.
            let picked = OutgoingNotification.sample(.any([.topic("news-1"), .accounts([AccountID("p1")!])]))
            let reply = try await push.notify(picked, isDryRun: true, by: Self.other, isOperator: nil)
            #expect(reply.recipients == nil && reply.fewerThan == nil && reply.deliveries == nil)
            #expect(push.gateway.sent.isEmpty)
        }
    }
}
