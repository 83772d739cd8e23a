import BaliseAPI
import BaliseJSON

@testable import Push

@Suite("Webhook events", .timeLimit(.minutes(10)))
struct WebhookServiceTests {
    private static let secret = SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

    private func set(_ receiver: FakeReceiver, _ push: PushHarness, for publisher: PublisherID = .sample) async throws {
        _ = try await push.send(
            SetWebhook(publisher: publisher, url: receiver.url().absoluteString, secret: Self.secret))
    }

    private func events(_ receiver: FakeReceiver) throws -> [BaliseWebhookEvent] {
        try receiver.calls.map { try BaliseWebhookEvent(try JSONDocument($0.body).root) }
    }

    private func status(_ push: PushHarness) async throws -> GetWebhook.Reply {
        try await push.send(GetWebhook(publisher: .sample))
    }

    @Test("A finished notification is reported to its publisher once, signed")
    func sent() async throws {
        try await FakeReceiver.run { receiver in
            try await PushHarness.runWithKinds { push in
                for number in 0..<10 { try await push.person("p\(number)") }
                try await push.deliver(.sample(.everyone))
                try await set(receiver, push)
                try await push.deliver(.sample(.everyone), by: PublisherID("other")!)
                let sent = try await push.deliver(.sample(.everyone))
                push.clock.advance(seconds: WebhookRules.settling)
                #expect(await eventually { receiver.calls.count == 1 })
                let event = try #require(try events(receiver).first)
                #expect(event.type == BaliseWebhookEvent.sent && event.data.id == sent.record?.id.text)
                #expect(event.data.state == .done && event.data.counts?.sent == 10)
                let call = try #require(receiver.calls.first)
                #expect(call.headers["content-type"] == "application/json")
                let posted = DueWebhookEvent(
                    number: 0, id: try #require(call.headers["webhook-id"]), type: event.type,
                    body: String(decoding: call.body, as: UTF8.self), createdAt: .start, attempts: 0)
                let headers = WebhookRules.headers(
                    of: posted, signedWith: try Webhook.key(Self.secret), at: push.clock.now())
                for (name, value) in headers { #expect(call.headers[name] == value) }
                #expect(try await eventually { try await status(push).deliveredAt == push.clock.now() })
                #expect(try await status(push).waiting == 0)
                let delivery = try #require(try await status(push).deliveries?.first)
                #expect(delivery.id == posted.id && delivery.type == event.type && delivery.problem == nil)
                _ = try await push.send(RemoveWebhook(publisher: .sample))
                #expect(try await push.refusal(of: GetWebhook(publisher: .sample)) == .notFound)
                #expect(try await push.refusal(of: RemoveWebhook(publisher: .sample)) == .notFound)
            }
        }
    }

    @Test("Each minute interactions of ten users or more and removed tokens are reported")
    func gathered() async throws {
        try await FakeReceiver.run { receiver in
            try await PushHarness.runWithKinds { push in
                var people: [AccountID] = []
                for number in 0..<11 { people.append(try await push.person("p\(number)")) }
                try await set(receiver, push)
                let sent = try await push.deliver(.withActions(.everyone))
                let tap = NotificationInteraction(
                    notification: try #require(sent.record).id, action: NotificationInteraction.opened, at: .start)
                for account in people.prefix(9) { try await push.report(account, tap) }
                push.clock.advance(seconds: WebhookRules.gathering)
                #expect(await eventually { receiver.calls.count == 1 })
                for account in people.suffix(2) { try await push.report(account, tap) }
                push.clock.advance(seconds: WebhookRules.gathering)
                let all = [BaliseInteractionCount(action: "opened", people: 11)]
                #expect(try await eventually { try events(receiver).last?.data.interactions == all })
                // The minute may end between the tenth and the eleventh.
                let opened = try events(receiver).filter { $0.type == BaliseWebhookEvent.opened }
                #expect(opened.allSatisfy { $0.data.id == sent.record?.id.text })
                #expect(opened.flatMap { $0.data.interactions ?? [] }.allSatisfy { $0.people >= 10 })

                push.gateway.answer { _ in .removeToken(reason: "Unregistered", ifRegisteredBefore: nil) }
                let named = try await push.person("named")
                try await push.deliver(.sample(.accounts([named])))
                try await push.deliver(.sample(.everyone))
                push.clock.advance(seconds: WebhookRules.gathering)
                #expect(
                    try await eventually {
                        try events(receiver).contains { $0.type == BaliseWebhookEvent.tokenGone && $0.data.gone == 11 }
                    })
            }
        }
    }

    @Test("An event is retried across restarts for a day, and delays no other publisher")
    func retried() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        try await FakeReceiver.run(.status(503)) { well in
            try await FakeReceiver.run(.silence, .silence) { hung in
                try await PushHarness.run(clock: clock, in: folder) { push in
                    let ada = try await push.person("ada")
                    try await set(well, push)
                    try await set(hung, push, for: PublisherID("other")!)
                    try await push.deliver(.sample(.accounts([ada]), kind: "OFFER"), by: PublisherID("other")!)
                    try await push.deliver(.sample(.accounts([ada]), kind: "OFFER"))
                    clock.advance(seconds: WebhookRules.settling)
                    #expect(await eventually { hung.calls.count == 1 && well.calls.count == 1 })
                    #expect(try await eventually { try await status(push).problem == "status 503" })
                    #expect(try await status(push).waiting == 1)
                }
                try await PushHarness.run(clock: clock, in: folder) { push in
                    clock.advance(seconds: 5)
                    #expect(await eventually { well.calls.count == 2 })
                    #expect(Set(well.calls.map { $0.headers["webhook-id"] }).count == 1)
                    try await eventually("it is taken") { try await status(push).waiting == 0 }
                }
            }
        }
        try await FakeReceiver.run(.status(500)) { receiver in
            try await PushHarness.run(clock: clock, in: folder) { push in
                try await set(receiver, push)
                try await push.deliver(.sample(.accounts([AccountID("ada")!]), kind: "OFFER"))
                clock.advance(seconds: WebhookRules.settling)
                #expect(try await eventually { try await status(push).problem == "status 500" })
            }
        }
        try await PushHarness.run(clock: clock, in: folder) { push in
            clock.advance(seconds: Webhook.lifetime)
            #expect(try await eventually { try await status(push).failures.count == 1 })
            let failure = try #require(try await status(push).failures.first)
            #expect(failure.type == BaliseWebhookEvent.sent && failure.attempts == 2)
            #expect(try await status(push).waiting == 0)
        }
    }

    @Test("An insecure address is refused, and status 410 ends the retries")
    func refused() async throws {
        try await FakeReceiver.run(.status(410)) { receiver in
            try await PushHarness.runWithKinds { push in
                let insecure = SetWebhook(publisher: .sample, url: "http://shop.example/", secret: Self.secret)
                #expect(try await push.refusal(of: insecure) == .invalidRequest)
                let ada = try await push.person("ada")
                try await set(receiver, push)
                try await push.deliver(.sample(.accounts([ada])))
                push.clock.advance(seconds: WebhookRules.settling)
                #expect(try await eventually { try await status(push).failures.map(\.reason) == ["status 410"] })
            }
        }
    }

    @Test("A paused webhook gets no events until it is resumed, and no event is lost")
    func paused() async throws {
        try await FakeReceiver.run { receiver in
            try await PushHarness.runWithKinds { push in
                let pause = ChangeWebhook(publisher: .sample, isPaused: true)
                #expect(try await push.refusal(of: pause) == .notFound)
                let ada = try await push.person("ada")
                try await set(receiver, push)
                _ = try await push.send(pause)
                let since = push.clock.now()
                try await push.deliver(.sample(.accounts([ada])))
                push.clock.advance(seconds: WebhookRules.settling)
                try await eventually("the event waits") { try await status(push).waiting == 1 }
                push.clock.advance(seconds: 2 * Webhook.lifetime)
                _ = try await push.send(pause)
                #expect(try await status(push).pausedAt == since)
                #expect(receiver.calls.isEmpty)
                _ = try await push.send(ChangeWebhook(publisher: .sample, isPaused: false))
                try await eventually("it is taken") { try await status(push).waiting == 0 }
                #expect(receiver.calls.count == 1)
                let resumed = try await status(push)
                #expect(resumed.pausedAt == nil && resumed.failures.isEmpty)
            }
        }
    }

    @Test("A test is posted once, also to a paused webhook, and its answer is shown")
    func tested() async throws {
        try await FakeReceiver.run(.status(500)) { receiver in
            try await PushHarness.runWithKinds { push in
                let test = TestWebhook(publisher: .sample)
                #expect(try await push.refusal(of: test) == .notFound)
                try await set(receiver, push)
                let refused = try await push.send(test)
                #expect(refused.type == BaliseWebhookEvent.test && refused.problem == "status 500")
                _ = try await push.send(ChangeWebhook(publisher: .sample, isPaused: true))
                #expect(try await push.refusal(of: test) == .rateLimited)
                push.clock.advance(seconds: 10)
                let accepted = try await push.send(test)
                #expect(accepted.problem == nil && accepted.id != refused.id)
                #expect(receiver.calls.map { $0.headers["webhook-id"] } == [refused.id, accepted.id])
                #expect(try events(receiver).allSatisfy { $0.type == BaliseWebhookEvent.test && $0.data == .init() })
                let shown = try await status(push)
                #expect(shown.deliveries == [accepted, refused] && shown.waiting == 0 && shown.failures.isEmpty)
                #expect(shown.deliveredAt == nil, "a test is no event that was accepted")
            }
        }
    }

    @Test("A notification is reported as done at the same time, whoever receives it")
    func sameForAll() async throws {
        try await FakeReceiver.run { receiver in
            try await PushHarness.runWithKinds { push in
                let asleep = try await push.person("asleep")
                try await push.setPreferences(of: asleep) {
                    $0.quietHours = QuietHours(start: 7 * 60, end: 9 * 60, timeZone: "UTC")
                }
                try await set(receiver, push)
                let sent = try await push.notify(.sample(.accounts([asleep])))
                let nobody = try await push.notify(.sample(.accounts([AccountID("nobody")!])))
                try await eventually("it waits") { try await push.record(sent).counts.deferred == 1 }
                _ = try await push.done(nobody)
                push.clock.advance(seconds: WebhookRules.settling)
                #expect(await eventually { receiver.calls.count == 2 })
                let told = try events(receiver)
                #expect(Set(told.map(\.data.id)) == [sent.record?.id.text, nobody.record?.id.text])
                #expect(told.allSatisfy { $0.data.state == .done && $0.data.counts == nil })
                #expect(push.gateway.sent.isEmpty)
            }
        }
    }

    @Test("A waiting event shows its failure and next attempt, and an operator can send it at once")
    func hurried() async throws {
        try await FakeReceiver.run(.status(503)) { receiver in
            try await PushHarness.runWithKinds { push in
                let ada = try await push.person("ada")
                try await set(receiver, push)
                try await push.deliver(.sample(.accounts([ada])))
                push.clock.advance(seconds: WebhookRules.settling)
                try await eventually("it has failed") { try await status(push).problem == "status 503" }
                let (failed, now) = (try await status(push), push.clock.now())
                #expect(failed.problemAt == now && failed.attempts == 1 && failed.nextAt == now.adding(seconds: 5))
                let event = try #require(receiver.calls.first?.headers["webhook-id"])
                #expect(try await push.refusal(of: RetryWebhook(publisher: .sample, event: event)) == .notFound)
                #expect(try await push.send(RetryWebhook(publisher: .sample)).count == 1)
                try await eventually("it is taken, though no time has passed") { try await status(push).waiting == 0 }
                let well = try await status(push)
                #expect(well.problem == nil && well.problemAt == nil && well.attempts == nil && well.nextAt == nil)
                #expect(receiver.calls.map { $0.headers["webhook-id"] } == [event, event])
            }
        }
    }

    @Test("An operator can send failed events again, one or all")
    func retriedByOperator() async throws {
        try await FakeReceiver.run(.status(410), .status(410)) { receiver in
            try await PushHarness.runWithKinds { push in
                #expect(try await push.refusal(of: RetryWebhook(publisher: .sample)) == .notFound)
                let ada = try await push.person("ada")
                try await set(receiver, push)
                for count in 1...2 {
                    try await push.deliver(.sample(.accounts([ada])))
                    push.clock.advance(seconds: WebhookRules.settling)
                    #expect(try await eventually { try await status(push).failures.count == count })
                }
                let failed = try await status(push).failures
                let unknown = RetryWebhook(publisher: .sample, event: "msg_unknown")
                #expect(try await push.refusal(of: unknown) == .notFound)
                // Long after the end of their lifetime, which is reset.
                push.clock.advance(seconds: 2 * Webhook.lifetime)
                let first = try #require(failed.last)
                #expect(try await push.send(RetryWebhook(publisher: .sample, event: first.id)).count == 1)
                try await eventually("it is taken") { receiver.calls.count == 3 }
                #expect(receiver.calls.last?.headers["webhook-id"] == first.id)
                #expect(try await push.send(RetryWebhook(publisher: .sample)).count == 1)
                try await eventually("the other is taken") { try await status(push).failures.isEmpty }
                try await eventually("nothing waits") { try await status(push).waiting == 0 }
                #expect(try await push.send(RetryWebhook(publisher: .sample)).count == 0)
            }
        }
    }

    private func peopleInTokyo(_ push: PushHarness, _ names: [String]) async throws -> [AccountID] {
        var people: [AccountID] = []
        for name in names {
            let quietHours = QuietHours(start: 180, end: 181, timeZone: "Asia/Tokyo")
            people.append(try await push.person(name, quietHours: quietHours))
        }
        return people
    }

    @Test("A notification by local times is reported only after that time has passed everywhere")
    func heldBack() async throws {
        let gone = (0..<10).map { "g\($0)" }
        let tokens = Set(gone.map { String.apns($0) })
        let gateway = ScriptedGateway { push in
            tokens.contains(push.token.value)
                ? .removeToken(reason: "Unregistered", ifRegisteredBefore: nil) : .sent(id: nil)
        }
        try await FakeReceiver.run { receiver in
            try await PushHarness.run(gateway) { push in
                let people = try await peopleInTokyo(push, (0..<12).map { "p\($0)" })
                _ = try await peopleInTokyo(push, gone)
                try await set(receiver, push)
                let day = CivilDate(daysSince1970: push.clock.now().rawValue / 86_400_000 + 2)
                let local = LocalMoment(day, minute: 18 * 60)
                let tokyo = local.moment(in: try #require(ZoneDatabase.system.rules(of: "Asia/Tokyo")))
                var notification = OutgoingNotification.withActions(.everyone)
                notification.kind = "OFFER"
                let plain = notification
                notification.localStart = LocalStart(local, fallbackZone: "Asia/Tokyo")
                let sent = try await push.notify(notification)
                let id = try #require(sent.record).id
                push.clock.set(tokyo)
                #expect(await eventually { push.gateway.sent.count == 22 })
                let other = try await push.notify(plain)
                let otherID = try #require(other.record).id
                _ = try await push.done(other)
                for account in people {
                    for one in [id, otherID] {
                        try await push.report(
                            account,
                            NotificationInteraction(
                                notification: one, action: NotificationInteraction.opened, at: push.clock.now()))
                    }
                }
                push.clock.advance(seconds: WebhookRules.gathering)
                #expect(
                    try await eventually {
                        try events(receiver).contains {
                            $0.type == BaliseWebhookEvent.opened && $0.data.id == otherID.text
                        }
                    })
                #expect(
                    try events(receiver).allSatisfy {
                        $0.data.id != id.text && $0.type != BaliseWebhookEvent.tokenGone
                    })
                let shown = try await push.send(GetNotification(id: id, of: .sample))
                #expect(shown.state == .deciding && shown.counts == .empty && shown.interactions == nil)
                #expect(try await push.send(SummarizeResults(id: id, of: .sample)).groups.isEmpty)

                push.clock.advance(seconds: 2 * 86_400)
                _ = try await push.done(sent)
                push.clock.advance(seconds: WebhookRules.settling)
                #expect(
                    try await eventually {
                        try events(receiver).contains {
                            $0.type == BaliseWebhookEvent.sent && $0.data.id == id.text && $0.data.counts?.sent == 12
                        }
                    })
                push.clock.advance(seconds: WebhookRules.gathering)
                let opened = BaliseInteractionCount(action: NotificationInteraction.opened, people: 12)
                #expect(
                    try await eventually {
                        let events = try events(receiver)
                        return events.contains { $0.data.id == id.text && $0.data.interactions == [opened] }
                            && events.contains { $0.type == BaliseWebhookEvent.tokenGone && $0.data.gone == 10 }
                    })
                let whole = try await push.send(GetNotification(id: id, of: .sample))
                #expect(whole.interactions == [InteractionCount(action: "opened", people: 12)])
            }
        }
    }
}
