@testable import Push

@Suite("Announcements", .timeLimit(.minutes(10)))
struct AnnouncementServiceTests {
    @Test("An announcement reaches users near it who want announcements of its type and category")
    func reaching() async throws {
        try await PushHarness.run { push in
            let far = try await push.person("far", kilometres: 14)
            let beyond = try await push.person("beyond", kilometres: 10.4)
            let second = try await push.person("second", kilometres: 9.6)
            let first = try await push.person("first", kilometres: 2)
            let off = try await push.person("off", choices: .sample.with { $0.notifyNewOffers = false })
            let other = try await push.person(
                "other", choices: .sample.with { $0.preferredCategories = ["ENTRE_PROS"] })
            let made = try await push.notify()
            #expect(made.record?.state == .deciding && made.record?.counts == .empty)
            let record = try await push.record(made, once: .done)
            #expect(record.recipients == 2)
            #expect(record.counts == .empty.with { ($0.accepted, $0.sent) = (2, 2) })
            #expect(Set(push.gateway.sent.map(\.token.value)) == [.apns("first"), .apns("second")])
            for (account, reason, text) in [
                (first, RecipientReason.told, "about 2 km away, radius 10 km"),
                (second, .nearRadius, ReasonText.nearRadius),
                (beyond, .nearRadius, ReasonText.nearRadius),
                (far, .tooFar, "it is outside the user's radius"),
                (off, .switchedOff, "new offers are switched off"),
                (other, .categoryNotPreferred, "FOOD_PLAISIRS is not among the preferred categories"),
            ] {
                let explanation = try await push.explain(made, account)
                #expect(explanation.reason == reason && explanation.text == text, "\(account)")
                #expect(explanation.deliveries.map(\.state) == (reason == .told ? [.sent] : []))
            }
        }
    }

    @Test("An announcement respects all preferences that were stored before it")
    func catchingUp() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            for round in 0..<20 {
                let isOn = round % 2 == 1
                let choices = NotificationChoices.sample.with { $0.notifyNewOffers = isOn }
                try await push.preferences.publish(ada.text, NotificationPreferences(choices: choices))
                let made = try await push.notify(.sample.with { $0.subject = .number(Int64(round)) })
                #expect(try await push.record(made, once: .done).recipients == (isOn ? 1 : 0), "round \(round)")
            }
        }
    }

    @Test(
        "An announcement is refused while the state of recipients cannot be known",
        arguments: [ServiceName.preferences, .location, .identity, .authSession])
    func away(service: ServiceName) async throws {
        try await PushHarness.run(away: [service]) { push in
            let refusal = try await push.refusalToSend()
            let kept = try await push.send(ListNotifications(limit: 10, among: .announcements)).notifications
            #expect(refusal == .unavailable && kept.isEmpty)
        }
    }

    @Test("A repeated idempotency key returns the same announcement, even after its end")
    func idempotency() async throws {
        try await PushHarness.run { push in
            try await push.person("ada")
            let offer = OutgoingNotification.sample.with { $0.expiresAt = push.clock.now().adding(seconds: 60) }
            let first = try await push.deliver(offer, key: "k1")
            let again = try await push.notify(offer, key: "k1")
            #expect(again.record?.id == first.record?.id && again.record?.counts.sent == 1)
            let another = offer.with { $0.title = "Trois pizzas" }
            #expect(try await push.refusalToSend(another, key: "k1") == .conflict)
            #expect(try await push.notify(offer, key: "k2").record?.id != first.record?.id)
            #expect(try await push.refusalToSend(offer, key: "") == .invalidRequest)
            push.clock.advance(seconds: 61)
            #expect(try await push.notify(offer, key: "k1").record?.id == first.record?.id)
            #expect(try await push.refusalToSend(offer, key: "k3") == .invalidRequest)
        }
    }

    @Test("A cancelled announcement sends no more pushes and leaves the inbox")
    func cancelling() async throws {
        let gateway = ScriptedGateway { _ in .stopCredential(reason: "not now") }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(try await push.record(made, once: .delivering).counts.pending == 1)
            // A push in flight may still arrive, so it is not suppressed while its outcome is unknown.
            #expect(try await eventually { try await push.explain(made, ada).deliveries.map(\.reason) == ["not now"] })
            let cancelled = try await push.send(CancelNotification(id: "42"))
            #expect(cancelled.state == .cancelled)
            #expect(cancelled.counts == .empty.with { ($0.accepted, $0.suppressed) = (1, 1) })
            #expect(try await push.send(CancelNotification(id: "42")).counts == cancelled.counts)
            let explained = try await push.explain(made, ada)
            #expect(explained.reason == .cancelled && explained.deliveries.map(\.reason) == ["cancelled"])
            #expect(try await push.send(CountUnread(account: ada)).unread == 0)
            #expect(try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false)).total == 0)
            #expect(try await push.send(FindAnnouncements(types: [.offer], limit: 10)).found.isEmpty)
            #expect(try await push.refusal(of: CancelNotification(id: "43")) == .notFound)
        }
    }

    @Test("Among all notifications, an announcement is cancelled only by its own id")
    func ownIDs() async throws {
        try await PushHarness.run { push in
            let made = try await push.notify()
            let id = try #require(made.record).id
            #expect(try await push.send(GetNotification(id: "42", of: nil)).id == id)
            #expect(try await push.refusal(of: CancelNotification(id: "42", of: nil)) == .notFound)
            let page = ListNotifications(before: NotificationID("42")!, limit: 1, of: nil)
            #expect(try await push.refusal(of: page) == .invalidRequest)
            #expect(try await push.send(CancelNotification(id: id.text, of: nil)).state == .cancelled)
        }
    }
}
