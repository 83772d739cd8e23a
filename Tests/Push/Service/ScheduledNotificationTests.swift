@testable import Push

extension PushHarness {
    func change(
        _ sent: SendNotification.Reply, to notification: OutgoingNotification, by publisher: PublisherID = .sample,
        _ limits: PublishingLimits? = nil
    ) throws -> ChangeNotification {
        ChangeNotification(
            id: try #require(sent.record).id, notification: notification, publisher: publisher,
            apiKey: APIKeyID("k1")!, limits: limits, isOperator: true)
    }

    /// Waits for a round of the resolver, which begins due notifications.
    func passRound() async throws {
        let one = try await notify(.sample(.topic("nobody"), kind: "OFFER"))
        _ = try await done(one)
        _ = try await done(try await notify(.sample(.topic("nobody"), kind: "OFFER")))
    }
}

@Suite("Scheduled notifications", .timeLimit(.minutes(10)))
struct ScheduledNotificationTests {
    @Test("The audience is resolved at the begin, even after a restart")
    func begin() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        let notification = OutgoingNotification.sample(.everyone, kind: "OFFER").starting(in: 3600, clock)
            .with { $0.content.timeToLive = 60 }
        let sent = Mutex<SendNotification.Reply?>(nil)
        try await PushHarness.run(clock: clock, in: folder) { push in
            try await push.person("ada")
            let reply = try await push.notify(notification)
            #expect(reply.record?.state == .scheduled && reply.record?.recipients == 0)
            try await push.passRound()
            #expect(try await push.record(reply).state == .scheduled && push.gateway.sent.isEmpty)
            sent.withLock { $0 = reply }
        }
        let reply = try #require(sent.withLock { $0 })
        try await PushHarness.run(clock: clock, in: folder) { push in
            try await push.person("ben")
            clock.advance(seconds: 3600)
            let record = try await push.done(reply)
            #expect(record.recipients == 2 && record.counts.sent == 2)
            #expect(Set(push.gateway.sent.map(\.token.value)) == [.apns("ada"), .apns("ben")])
        }
    }

    @Test("Only its publisher may change a notification, until it begins")
    func change() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben"))
            let notification = OutgoingNotification.sample(.accounts([ada]), title: "First")
                .starting(in: 3600, push.clock)
            let sent = try await push.notify(notification, key: "k")
            let other = OutgoingNotification.sample(.accounts([ben]), kind: "security", title: "Second")
                .starting(in: 60, push.clock)
            #expect(
                try await push.refusal(of: try push.change(sent, to: other, by: PublisherID("other")!)) == .notFound)
            let past = OutgoingNotification.sample(.everyone).starting(in: -3600, push.clock)
            for wrong in [past, OutgoingNotification.sample(.everyone, kind: "none")] {
                #expect(try await push.refusal(of: try push.change(sent, to: wrong)) == .invalidRequest)
            }
            let changed = try await push.send(try push.change(sent, to: other))
            #expect(changed.state == .scheduled && changed.id == sent.record?.id)
            #expect(changed.notification == other && changed.createdAt == sent.record?.createdAt)
            push.clock.advance(seconds: 60)
            #expect(try await push.done(sent).counts.sent == 1)
            #expect(push.gateway.sent.map(\.token.value) == [.apns("ben")])
            #expect(try await push.refusal(of: try push.change(sent, to: other)) == .conflict)
            #expect(try await push.notify(notification, key: "k").record?.id == changed.id)
        }
    }

    @Test("A notification that is changed to now begins at once, and a cancelled one never")
    func changeToNow() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let notification = OutgoingNotification.sample(.accounts([ada])).starting(in: 3600, push.clock)
            let (one, two) = (try await push.notify(notification), try await push.notify(notification))
            _ = try await push.send(try push.change(one, to: .sample(.accounts([ada]))))
            #expect(try await push.done(one).counts.sent == 1)
            let cancel = CancelNotification(id: try #require(two.record).id, of: .sample)
            #expect(try await push.send(cancel).state == .cancelled)
            #expect(try await push.refusal(of: try push.change(two, to: notification)) == .conflict)
            push.clock.advance(seconds: 3700)
            try await push.passRound()
            #expect(push.gateway.sent.count == 1)
        }
    }

    @Test("The begin may be at most a minute in the past")
    func past() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let now = OutgoingNotification.sample(.accounts([ada]))
            #expect(try await push.refusalToSend(now.starting(in: -61, push.clock)) == .invalidRequest)
            let sent = try await push.notify(now.starting(in: -60, push.clock))
            #expect(try await push.done(sent).counts.sent == 1)
        }
    }

    @Test("Notifications begin no faster than the rate of their key")
    func rates() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let limits = PublishingLimits(perMinute: 1)
            let notification = OutgoingNotification.sample(.accounts([ada])).starting(in: 600, push.clock)
            let one = try await push.notify(notification, by: .sample, limits)
            push.clock.advance(seconds: 60)
            let two = try await push.notify(notification, by: .sample, limits)
            push.clock.advance(seconds: 540)
            #expect(try await push.done(one).counts.sent == 1)
            try await push.passRound()
            #expect(try await push.record(two).state == .scheduled)
            push.clock.advance(seconds: 60)
            #expect(try await push.done(two).counts.sent == 1)
        }
    }

    @Test("A notification that is no longer allowed at its begin is cancelled with the reason")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        let notification = OutgoingNotification.sample(.everyone, kind: "tips").starting(in: 600, clock)
        let sent = Mutex<SendNotification.Reply?>(nil)
        func run(restricted: Bool, _ body: @Sendable (PushHarness) async throws -> Void) async throws {
            try await PushHarness.run(
                clock: clock, in: folder,
                configured: { settings in
                    settings.notifications.kinds = NotificationKinds(naming: [
                        NotificationKind("tips", isRestricted: restricted)
                    ])
                }, body)
        }
        try await run(restricted: false) { push in
            try await push.person("ada")
            let reply = try await push.notify(notification, isOperator: nil)
            sent.withLock { $0 = reply }
        }
        let reply = try #require(sent.withLock { $0 })
        try await run(restricted: true) { push in
            clock.advance(seconds: 600)
            #expect(try await eventually { try await push.record(reply).state == .cancelled })
            let refusal = try await push.record(reply).refusal
            #expect(refusal?.contains("kind tips") == true)
            #expect(push.gateway.sent.isEmpty)
        }
    }

    @Test("A revoked key cancels its notifications, but not those that another key has changed since")
    func revoked() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let (former, present) = (APIKeyID("k1")!, APIKeyID("k2")!)
            let notification = OutgoingNotification.sample(.accounts([ada])).starting(in: 600, push.clock)
            let (one, two) = (try await push.notify(notification), try await push.notify(notification))
            let announced = try await push.notify(.sample.starting(in: 600, push.clock))
            var change = try push.change(two, to: notification)
            change.apiKey = present
            _ = try await push.send(change)
            try await push.sessions.remove(CredentialChange.apiKey(former).key)
            #expect(try await eventually { try await push.record(one).state == .cancelled })
            #expect(try await push.record(one).refusal == PushStore.keyRevoked)
            #expect(try await push.record(announced).state == .cancelled)
            // It was being accepted while the key was revoked.
            let late = try await push.notify(notification)
            #expect(late.record?.state == .scheduled)
            push.clock.advance(seconds: 600)
            #expect(try await push.done(two).counts.sent == 1)
            #expect(try await eventually { try await push.record(late).state == .cancelled })
            #expect(push.gateway.sent.count == 1)
        }
    }
}
