@testable import Push

@Suite("Cancelled deliveries", .timeLimit(.minutes(10)))
struct TakenBackTests {
    private func waitUntilDelivered(_ push: PushHarness) async throws {
        try await push.person("witness", kilometres: 3)
        _ = try await push.notify(isDryRun: true)
    }

    enum EarlierEnd: String, CaseIterable, Sendable {
        case switchedOff = "switched-off"
        case categoryNotPreferred = "category-not-preferred"
        case muted, removed, moved
        case sessionEnded = "session-ended"
        case accountClosed = "account-closed"
        case noPosition = "no-position"

        func happen(to account: AccountID, _ push: PushHarness) async throws {
            switch self {
            case .switchedOff:
                let choices = NotificationChoices.sample.with { $0.notifyNewOffers = false }
                try await push.preferences.publish(account.text, NotificationPreferences(choices: choices))
            case .categoryNotPreferred:
                let choices = NotificationChoices.sample.with { $0.preferredCategories = [] }
                try await push.preferences.publish(account.text, NotificationPreferences(choices: choices))
            case .muted:
                let token = try #require(try await push.send(ListPushTokens(account: account)).tokens.first)
                _ = try await push.send(MutePushToken(account: account, token: token.id, isMuted: true))
            case .removed: _ = try await push.send(RemovePushTokens(account: account, which: .all))
            case .moved: _ = try await push.send(RegisterPushToken.sample(AccountID("other")!, token: account.text))
            case .sessionEnded:
                try await push.sessions.remove(CredentialChange.session(SessionID("session-ada")!).key)
            case .noPosition: try await push.positions.remove(account.text)
            case .accountClosed:
                try await push.identity.publish(account.text, AccountChange(status: .disabled, number: 1))
            }
        }
    }

    @Test(
        "A delivery whose reason to be sent has ended does not leave, and its cancellation clears the inbox",
        arguments: EarlierEnd.allCases)
    func endedBefore(event: EarlierEnd) async throws {
        try await PushHarness.run { push in
            push.gateway.setPlaces(false)
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(await eventually { push.gateway.waiting == 1 })
            try await event.happen(to: ada, push)
            try await waitUntilDelivered(push)
            push.gateway.setPlaces(true)
            let counts = DeliveryCounts.empty.with { ($0.accepted, $0.suppressed) = (1, 1) }
            #expect(try await push.record(made, once: .done).counts == counts)
            #expect(push.gateway.sent.isEmpty)
            #expect(try await push.explain(made, ada).deliveries.map(\.reason) == [event.rawValue])
            guard event != .accountClosed else { return }
            #expect(try await push.send(CountUnread(account: ada)).unread == 1)
            _ = try await push.send(CancelNotification(id: "42"))
            #expect(try await push.send(CountUnread(account: ada)).unread == 0)
            #expect(try await push.send(ListInbox(account: ada, limit: 10, unreadOnly: false)).total == 0)
            // The user's current state is the reason, and does not reveal whether they were selected.
            let reason: RecipientReason =
                switch event {
                case .categoryNotPreferred: .categoryNotPreferred
                case .switchedOff: .switchedOff
                case .noPosition: .noPosition
                default: .cancelled
                }
            #expect(try await push.explain(made, ada).reason == reason)
        }
    }

    @Test(
        "Cancelling an announcement or erasing accounts suppresses waiting deliveries at once",
        arguments: [true, false])
    func ended(isCancelled: Bool) async throws {
        try await PushHarness.run { push in
            push.gateway.setPlaces(false)
            for number in 0..<5 { try await push.person("apple\(number)") }
            let made = try await push.notify()
            #expect(await eventually { push.gateway.waiting == 5 })
            if isCancelled {
                let cancelled = try await push.send(CancelNotification(id: "42"))
                #expect(cancelled.counts == .empty.with { ($0.accepted, $0.suppressed) = (5, 5) })
            } else {
                for number in 0..<5 { try await push.identity.remove("apple\(number)") }
                try await waitUntilDelivered(push)
                #expect(try await push.record(made).counts == .empty.with { ($0.accepted, $0.suppressed) = (5, 5) })
            }
            push.gateway.setPlaces(true)
            #expect(await eventually { push.gateway.waiting == 0 })
            try await push.person("next", kilometres: 2)
            _ = try await push.send(SendTestPush(account: AccountID("next")!, type: .offer, subject: .number(1)))
            #expect(await eventually { !push.gateway.sent.isEmpty })
            #expect(push.gateway.sent.map(\.token.value) == [.apns("next")])
        }
    }

    enum Answer: CaseIterable, Sendable {
        case sent, busy, away
        /// The connection is reset.
        case nothing

        var outcome: DeliveryOutcome {
            switch self {
            case .sent: .sent(id: nil)
            case .busy: .outage(after: nil, reason: "ServiceUnavailable")
            case .away: .unreachable(reason: "unreachable")
            case .nothing: .unanswered(.retry(after: nil, reason: "connection lost"))
            }
        }
    }

    @Test("A cancelled push in flight counts by its outcome", arguments: Answer.allCases)
    func onItsWay(answered: Answer) async throws {
        let answer = AsyncStream<Void>.makeStream()
        let gateway = ScriptedGateway { push in
            guard push.token.value != .apns("far") else { return .sent(id: nil) }
            for await _ in answer.stream { break }
            return answered.outcome
        }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(await eventually { gateway.sent.count == 1 })
            let cancelled = try await push.send(CancelNotification(id: "42"))
            #expect(cancelled.state == .cancelled)
            #expect(cancelled.counts == .empty.with { ($0.accepted, $0.pending) = (1, 1) })
            answer.continuation.yield()
            let end = DeliveryCounts.empty.with {
                $0.accepted = 1
                if answered == .sent || answered == .nothing { $0.sent = 1 } else { $0.suppressed = 1 }
            }
            #expect(try await eventually { try await push.record(made).counts == end })
            if case .sent = answered { return }
            let reason = answered == .nothing ? "unconfirmed" : "cancelled"
            #expect(try await push.explain(made, ada).deliveries.map(\.reason) == [reason])
            // A push that a device may have shown stays in the inbox.
            let unread = try await push.send(CountUnread(account: ada)).unread
            #expect(unread == (answered == .nothing ? 1 : 0))
        }
    }

    @Test("A cancelled push after an attempt without an answer counts as sent")
    func afterNoAnswer() async throws {
        let gateway = ScriptedGateway { _ in .unanswered(.retry(after: .seconds(30), reason: "connection lost")) }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(try await eventually { try await push.explain(made, ada).deliveries.map(\.attempts) == [1] })
            let cancelled = try await push.send(CancelNotification(id: "42"))
            #expect(cancelled.counts == .empty.with { ($0.accepted, $0.sent) = (1, 1) })
            #expect(try await push.explain(made, ada).deliveries.map(\.reason) == ["unconfirmed"])
        }
    }

    @Test(
        "After an attempt without an answer a failed push counts as sent, unless the provider refuses it",
        arguments: [
            .unanswered(.retry(after: nil, reason: "connection lost")), .retry(after: nil, reason: "TooManyRequests"),
            .failed(reason: "BadMessageId", alarm: false),
        ] as [DeliveryOutcome])
    func givenUp(last: DeliveryOutcome) async throws {
        let gateway = ScriptedGateway { _ in .unanswered(.retry(after: nil, reason: "connection lost")) }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(try await eventually { try await push.explain(made, ada).deliveries.map(\.attempts) == [1] })
            gateway.answer { _ in last }
            #expect(try await push.happens(inStepsOf: 900) { try await push.record(made).state == .done })
            let delivery = try #require(try await push.explain(made, ada).deliveries.first)
            if case .failed(let reason, _) = last {
                #expect(delivery.state == .failed && delivery.reason == reason)
            } else {
                #expect(delivery.state == .sent && delivery.reason == "unconfirmed")
            }
        }
    }

    @Test("A withdrawn position suppresses the push even if a newer position follows, unless it is a test")
    func laterPosition() async throws {
        let gateway = ScriptedGateway { _ in .retry(after: .seconds(30), reason: "TooManyRequests") }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            _ = try await push.send(SendTestPush(account: ada, type: .offer, subject: .number(1)))
            #expect(await eventually { gateway.sent.count == 2 })
            try await push.positions.remove(ada.text)
            try await waitUntilDelivered(push)
            try await push.move(ada, to: 1)
            try await waitUntilDelivered(push)
            gateway.answer { _ in .sent(id: nil) }
            #expect(try await push.happens(inStepsOf: 60) { gateway.sent.count > 2 })
            let counts = DeliveryCounts.empty.with { ($0.accepted, $0.suppressed) = (1, 1) }
            #expect(try await push.record(made, once: .done).counts == counts)
            #expect(try await push.explain(made, ada).deliveries.map(\.reason) == ["no-position"])
            #expect(gateway.sent.count == 3)
        }
    }

    @Test("A withdrawal that push hears of only with the next position suppresses the push")
    func positionAtOnce() async throws {
        let gateway = ScriptedGateway { _ in .retry(after: .seconds(30), reason: "TooManyRequests") }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(await eventually { gateway.sent.count == 1 })
            // The location feed then has no tombstone, because the new position replaced it.
            try await push.positions.remove(WithdrawnPosition(ada).key)
            try await push.move(ada, to: 2)
            try await waitUntilDelivered(push)
            let counts = DeliveryCounts.empty.with { ($0.accepted, $0.suppressed) = (1, 1) }
            #expect(try await push.record(made, once: .done).counts == counts)
            let told = try await push.explain(made, ada)
            #expect(told.deliveries.map(\.reason) == ["no-position"] && told.distance == nil)
            gateway.answer { _ in .sent(id: nil) }
            let next = try await push.notify(.sample.with { $0.subject = .number(43) })
            #expect(try await push.record(next, once: .done).counts.sent == 2, "ada and the witness")
        }
    }

    @Test("An erased account's push in flight counts, and leaves no delivery")
    func erasedOnItsWay() async throws {
        let answer = AsyncStream<Void>.makeStream()
        let gateway = ScriptedGateway { _ in
            for await _ in answer.stream { break }
            return .sent(id: nil)
        }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            let made = try await push.notify()
            #expect(await eventually { gateway.sent.count == 1 })
            try await push.identity.remove("ada")
            try await waitUntilDelivered(push)
            #expect(try await push.record(made).counts == .empty.with { ($0.accepted, $0.pending) = (1, 1) })
            answer.continuation.yield()
            #expect(try await push.record(made, once: .done).counts == .empty.with { ($0.accepted, $0.sent) = (1, 1) })
            #expect(try await push.explain(made, ada).deliveries.isEmpty)
        }
    }

    @Test("After a crash the inbox of a cancelled announcement is cleared")
    func afterCrash() async throws {
        let folder = try TemporaryFolder()
        let ada = AccountID("ada")!
        let gateway = ScriptedGateway { _ in .failed(reason: "BadMessageId", alarm: false) }
        try await PushHarness.run(gateway, in: folder) { push in
            try await push.person("ada")
            try await push.deliver()
            #expect(try await push.send(CountUnread(account: ada)).unread == 1)
        }
        let database = try PushStore.openDatabase(at: folder.url.appendingPathComponent("push.sqlite"))
        try await database.write { try $0.run("UPDATE notification SET state = 'cancelled'") }
        try database.close()
        try await PushHarness.run(gateway, in: folder) { push in
            try await push.person("ada")
            #expect(
                try await push.happens(inStepsOf: 60) { try await push.send(CountUnread(account: ada)).unread == 0 })
        }
    }
}
