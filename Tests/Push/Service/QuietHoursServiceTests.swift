@testable import Push

@Suite("Deliveries in quiet hours", .timeLimit(.minutes(10)))
struct QuietHoursServiceTests {
    /// The quiet hours are from 07:00 to 09:00, and it is 08:00.
    enum Change: CaseIterable, Sendable {
        case none, ended, forgotten, shorter, longer

        var hours: QuietHours? {
            switch self {
            case .none: QuietHours(start: 7 * 60, end: 9 * 60, timeZone: "UTC")
            case .ended, .forgotten: nil
            case .shorter: QuietHours(start: 7 * 60, end: 8 * 60 + 30, timeZone: "UTC")
            case .longer: QuietHours(start: 7 * 60, end: 12 * 60, timeZone: "UTC")
            }
        }

        /// In seconds, until the delivery is due; nil for at once.
        var wait: Int64? {
            switch self {
            case .ended, .forgotten: nil
            case .shorter: 1800
            case .none, .longer: 3600
            }
        }
    }

    @Test("A deferred delivery is due at the end of the current quiet hours", arguments: Change.allCases)
    func changed(change: Change) async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada", quietHours: Change.none.hours)
            let made = try await push.notify()
            #expect(try await eventually { try await push.record(made).counts.deferred == 1 })
            if change == .forgotten {
                try await push.preferences.remove(ada.text)
            } else {
                try await push.setPreferences(of: ada) { $0.quietHours = change.hours }
            }
            // An announcement waits for the feeds, so their changes have arrived.
            _ = try await push.notify(isDryRun: true)
            if let wait = change.wait {
                let counts = try await push.record(made).counts
                #expect(counts == .empty.with { ($0.accepted, $0.deferred) = (1, 1) })
                let waiting = try await push.explain(made, ada).deliveries
                #expect(waiting.map(\.reason) == ["quiet-hours"])
                #expect(waiting.map(\.nextAt) == [push.clock.now().adding(seconds: wait)])
                #expect(push.gateway.sent.isEmpty)
                push.clock.advance(seconds: change == .longer ? 4 * 3600 : wait)
            }
            #expect(try await push.record(made, once: .done).counts == .empty.with { ($0.accepted, $0.sent) = (1, 1) })
            #expect(push.gateway.sent.count == 1)
        }
    }

    @Test("Silent pushes are sent, and a Live Activity changes without a sound")
    func undisturbing() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada", quietHours: Change.none.hours)
            _ = try await push.send(
                RegisterPushToken.sample(ada, token: "match", pushDevice: "phone").with {
                    $0.purpose = .activity
                    ($0.activity, $0.activityType) = ("match-7", "MatchAttributes")
                })
            let background = try await push.notify(.sample(.accounts([ada]), isSilent: true))
            #expect(try await push.done(background).counts.sent == 1)
            var update = OutgoingNotification.sample(.accounts([ada]))
            update.content = .activity(.update)
            update.content.texts = [NotificationText(language: "en", title: "Goal", body: "1:0")]
            update.content.sound = NotificationSound()
            let quiet = try await push.notify(update)
            #expect(try await push.done(quiet).counts.sent == 1)
            push.clock.advance(seconds: 3600)
            let loud = try await push.notify(update)
            #expect(try await push.done(loud).counts.sent == 1)
            let shown = push.gateway.sent.filter { $0.pushType == .liveactivity }.map { $0.aps["alert"] != nil }
            #expect(shown == [false, true])
        }
    }
}
