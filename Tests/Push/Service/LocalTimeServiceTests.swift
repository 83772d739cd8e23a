@testable import Push

@Suite("Notifications by local times", .timeLimit(.minutes(10)))
struct LocalTimeServiceTests {
    private static let zones = [
        ("kiritimati", "Pacific/Kiritimati"), ("tokyo", "Asia/Tokyo"), ("paris", "Europe/Paris"),
        ("york", "America/New_York"),
    ]

    /// For all users, at 18:00 two days later, with Paris as the fallback zone.
    private static func notification(_ now: UnixTime, _ audience: AudienceExpression = .everyone) throws
        -> (OutgoingNotification, LocalMoment)
    {
        let day = CivilDate(daysSince1970: (now.rawValue / 86_400_000) + 2)
        let moment = LocalMoment(day, minute: 18 * 60)
        var notification = OutgoingNotification.sample(audience, kind: "OFFER")
        notification.localStart = LocalStart(moment, fallbackZone: "Europe/Paris")
        return (notification, moment)
    }

    private static func populate(_ push: PushHarness) async throws {
        for (name, zone) in zones {
            try await push.person(name, quietHours: QuietHours(start: 180, end: 181, timeZone: zone))
        }
        try await push.person("nowhere")
    }

    private static func moment(_ local: LocalMoment, _ zone: String) throws -> UnixTime {
        local.moment(in: try #require(ZoneDatabase.system.rules(of: zone)))
    }

    @Test("Each user is reached at their local time, across restarts, without counts before the end")
    func waves() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        let (notification, local) = try Self.notification(clock.now())
        let sent = Mutex<SendNotification.Reply?>(nil)
        try await PushHarness.run(clock: clock, in: folder) { push in
            try await Self.populate(push)
            let reply = try await push.notify(notification, isOperator: nil)
            #expect(reply.record?.state == .scheduled && reply.record?.notification == notification)
            sent.withLock { $0 = reply }
        }
        let reply = try #require(sent.withLock { $0 })
        let id = try #require(reply.record).id
        var expected = 0
        for (name, zone) in Self.zones {
            expected += name == "paris" ? 2 : 1
            let (count, moment) = (expected, try Self.moment(local, zone))
            try await PushHarness.run(clock: clock, in: folder) { push in
                clock.set(moment.adding(seconds: -1))
                try await push.passRound()
                #expect(push.gateway.sent.isEmpty)
                clock.advance(seconds: 1)
                #expect(
                    try await eventually {
                        try await push.send(GetNotification(id: id, of: nil)).counts.sent == count
                    })
                let told = Set(push.gateway.sent.map(\.token.value))
                #expect(told == (name == "paris" ? [.apns("paris"), .apns("nowhere")] : [.apns(name)]))
                let york = try await push.inbox(of: AccountID("york")!)
                #expect(york.total == (name == "york" ? 1 : 0))
                let shown = try await push.send(GetNotification(id: id, of: .sample))
                #expect(shown.state == .deciding && shown.recipients == 0 && shown.counts == .empty)
                let change = try push.change(reply, to: notification)
                #expect(try await push.refusal(of: change) == .conflict)
            }
        }
        try await PushHarness.run(clock: clock, in: folder) { push in
            clock.advance(seconds: 86_400)
            let record = try await push.done(reply)
            #expect(record.recipients == 5 && record.counts.sent == 5 && push.gateway.sent.isEmpty)
            #expect(try await push.send(GetNotification(id: id, of: .sample)).fewerThan == CountRules.fewest)
        }
    }

    @Test("A late notification is sent at once where its time has passed, unless it has expired there")
    func late() async throws {
        try await PushHarness.run { push in
            try await Self.populate(push)
            let (planned, local) = try Self.notification(push.clock.now())
            var notification = planned
            let tokyo = try Self.moment(local, "Asia/Tokyo")
            push.clock.set(tokyo.adding(seconds: 1800))
            notification.content.timeToLive = 3600
            let sent = try await push.notify(notification)
            #expect(await eventually { push.gateway.sent.map(\.token.value) == [.apns("tokyo")] })
            #expect(try await push.record(sent).state == .deciding)
            push.clock.advance(seconds: 86_400)
            #expect(try await push.done(sent).recipients == 1)
            #expect(try await push.refusalToSend(notification) == .invalidRequest)
        }
    }

    @Test("A user who travels is reached once, and nobody after the cancellation")
    func travel() async throws {
        try await PushHarness.run { push in
            try await Self.populate(push)
            let (notification, local) = try Self.notification(push.clock.now())
            let sent = try await push.notify(notification)
            let id = try #require(sent.record).id
            push.clock.set(try Self.moment(local, "Asia/Tokyo"))
            #expect(await eventually { push.gateway.sent.count == 2 })
            let york = QuietHours(start: 180, end: 181, timeZone: "America/New_York")
            try await push.setPreferences(of: AccountID("tokyo")!) { $0.quietHours = york }
            // The local time has passed there, so the user is notified with the next zone.
            let tokyo = QuietHours(start: 180, end: 181, timeZone: "Asia/Tokyo")
            try await push.setPreferences(of: AccountID("york")!) { $0.quietHours = tokyo }
            push.clock.set(try Self.moment(local, "Asia/Kolkata"))
            #expect(await eventually { push.gateway.sent.count == 3 })
            #expect(push.gateway.sent.last?.token.value == .apns("york"))
            let cancelled = try await push.send(CancelNotification(id: id, of: .sample))
            #expect(cancelled.state == .cancelled && cancelled.fewerThan == 0 && cancelled.counts == .empty)
            push.clock.set(try Self.moment(local, "America/New_York"))
            try await push.passRound()
            #expect(push.gateway.sent.count == 3)
        }
    }

    @Test("When the key ends, waiting recipients are reached no more")
    func ended() async throws {
        let gateway = ScriptedGateway { push in
            push.token.value == .apns("paris") ? .retry(after: .seconds(3600), reason: "later") : .sent(id: nil)
        }
        try await PushHarness.run(gateway) { push in
            try await Self.populate(push)
            let (notification, local) = try Self.notification(push.clock.now())
            let sent = try await push.notify(notification, isOperator: nil)
            let id = try #require(sent.record).id
            push.clock.set(try Self.moment(local, "Europe/Paris"))
            try await eventually("it has begun in most time zones") {
                let counts = try await push.record(sent).counts
                return counts.sent == 3 && counts.pending == 1
            }
            try await push.sessions.remove(CredentialChange.apiKey(APIKeyID("k1")!).key)
            try await eventually("what waits ends") { try await push.record(sent).counts.suppressed == 1 }
            let record = try await push.record(sent)
            #expect(record.state == .cancelled && record.refusal == PushStore.keyRevokedMeanwhile)
            #expect(record.recipients == 4 && record.counts.accepted == 4 && record.counts.pending == 0)
            let shown = try await push.send(GetNotification(id: id, of: .sample))
            #expect(shown.state == .cancelled && shown.refusal == PushStore.keyRevokedMeanwhile)
            #expect(shown.fewerThan == 0 && shown.counts == .empty)
            let tries = push.gateway.sent.count
            push.clock.set(try Self.moment(local, "America/New_York"))
            try await push.passRound()
            #expect(push.gateway.sent.count == tries)
            #expect(push.gateway.sent.allSatisfy { $0.token.value != .apns("york") })
            for (name, total) in [("tokyo", 1), ("paris", 0), ("york", 0)] {
                let inbox = try await push.inbox(of: AccountID(name)!)
                #expect(inbox.total == total, "\(name)")
            }
        }
    }

    @Test("Without quiet hours the time zone of the push device counts")
    func pushDevices() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            for (token, zone) in [("ada", "Asia/Tokyo"), ("ada", "no zone")] {
                var context = MessageContext(requestID: "test", timeout: .seconds(60))
                var client = ClientInfo()
                client.timezone = zone
                context.client = client
                _ = try await push.edge.send(RegisterPushToken.sample(ada, token: token), context)
            }
            let (notification, local) = try Self.notification(push.clock.now(), .accounts([ada]))
            let sent = try await push.notify(notification)
            push.clock.set(try Self.moment(local, "Asia/Tokyo"))
            #expect(await eventually { push.gateway.sent.count == 1 })
            push.clock.advance(seconds: 2 * 86_400)
            #expect(try await push.done(sent).counts.sent == 1)
        }
    }

    @Test("Another begin, a circle or an unknown time zone is refused")
    func refused() async throws {
        try await PushHarness.run { push in
            let (right, local) = try Self.notification(push.clock.now())
            var both = right
            both.startsAt = push.clock.now().adding(seconds: 60)
            var circle = right
            circle.audience = .near(.sample)
            var zone = right
            zone.localStart = LocalStart(local, fallbackZone: "Europe/Nowhere")
            var far = right
            far.localStart = LocalStart(LocalMoment(minutes: local.minutes + 366 * 1440), fallbackZone: "UTC")
            for wrong in [both, circle, zone, far] { #expect(try await push.refusalToSend(wrong) == .invalidRequest) }
        }
    }

    @Test("The lifetime must reach every time zone, so that no user is left out")
    func nobodyLeftOut() async throws {
        try await PushHarness.run { push in
            try await Self.populate(push)
            let (planned, local) = try Self.notification(push.clock.now())
            let (first, last) = (LocalWaves(of: local).first, LocalWaves(of: local).last)
            var bounded = planned
            bounded.expiresAt = try Self.moment(local, "Europe/Paris")
            #expect(try await push.refusalToSend(bounded) == .invalidRequest)
            bounded.expiresAt = last.adding(seconds: 3600)
            #expect(try await push.refusalToSend(bounded) == nil)
            var brief = planned
            // The key's rate would delay the begin until it is over in the first time zone.
            let limits = PublishingLimits(perMinute: 1)
            brief.content.timeToLive = 30
            let held = try await push.notify(brief, by: .sample, limits, isOperator: nil)
            push.clock.set(first.adding(seconds: -1))
            _ = try await push.done(
                try await push.notify(.sample(.topic("nobody"), kind: "OFFER"), by: .sample, limits, isOperator: nil))
            push.clock.advance(seconds: 1)
            #expect(try await eventually { try await push.record(held).state == .cancelled })
            brief.content.timeToLive = 3600
            push.clock.advance(seconds: 3600)
            #expect(try await push.refusalToSend(brief) == .invalidRequest)
            brief.content.timeToLive = 7200
            #expect(try await push.refusalToSend(brief) == nil)
        }
    }
}
