import BaliseAPI
import BaliseJSON

@testable import Push

@Suite("Events of notifications by local times", .timeLimit(.minutes(10)))
struct LocalTimeEventTests {
    private static let secret = SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

    private func events(_ receiver: FakeReceiver) throws -> [BaliseWebhookEvent] {
        try receiver.calls.map { try BaliseWebhookEvent(try JSONDocument($0.body).root) }
    }

    private func populate(_ push: PushHarness, _ names: [String]) async throws -> [AccountID] {
        var people: [AccountID] = []
        for name in names {
            let quietHours = QuietHours(start: 180, end: 181, timeZone: "Asia/Tokyo")
            people.append(try await push.person(name, quietHours: quietHours))
        }
        return people
    }

    @Test("A publisher learns of them only after the local time has passed everywhere")
    func heldBack() async throws {
        let gone = (0..<10).map { "g\($0)" }
        let tokens = Set(gone.map { String.apns($0) })
        let gateway = ScriptedGateway { push in
            tokens.contains(push.token.value)
                ? .removeToken(reason: "Unregistered", ifRegisteredBefore: nil) : .sent(id: nil)
        }
        try await FakeReceiver.run { receiver in
            try await PushHarness.run(gateway) { push in
                let people = try await populate(push, (0..<12).map { "p\($0)" })
                _ = try await populate(push, gone)
                _ = try await push.send(
                    SetWebhook(publisher: .sample, url: receiver.url().absoluteString, secret: Self.secret))
                let day = CivilDate(daysSince1970: push.clock.now().rawValue / 86_400_000 + 2)
                let local = LocalMoment(day, minute: 18 * 60)
                let tokyo = local.moment(in: try #require(ZoneDatabase.system.rules(of: "Asia/Tokyo")))
                var notification = OutgoingNotification.withActions(.everyone)
                notification.kind = "OFFER"
                let plain = notification
                notification.localStart = LocalStart(local, fallbackZone: "Asia/Tokyo")
                let sent = try await push.notify(notification)
                let id = try #require(sent.record).id
                push.clock.advance(milliseconds: tokyo.rawValue - push.clock.now().rawValue)
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
