@testable import Push

@Suite("What is taken back leaves the inbox", .timeLimit(.minutes(2)))
struct TakenBackInboxTests {
    typealias Meanwhile = DeliveryServiceTests.Meanwhile

    @Test(
        "of somebody whose delivery had ended otherwise",
        arguments: Meanwhile.allCases.filter { $0 != .accountClosed })
    func endedBefore(event: Meanwhile) async throws {
        try await PushHarness.run { push in
            push.gateway.setPlaces(false)
            let ada = try await push.person("ada")
            let made = try await push.announce()
            #expect(await eventually { push.gateway.waiting == 1 })
            try await event.happens(to: ada, push)
            try await push.person("witness", kilometres: 3)
            _ = try await push.announce(isDryRun: true)
            push.gateway.setPlaces(true)
            #expect(try await push.record(made, once: .done).counts.suppressed == 1)
            #expect(try await push.send(CountUnread(account: ada)).unread == 1)
            // The user's current state is the reason, and does not reveal whether they were selected.
            let reason: RecipientReason =
                switch event {
                case .categoryNotPreferred: .categoryNotPreferred
                case .switchedOff: .switchedOff
                case .noPosition: .noPosition
                default: .cancelled
                }
            try await expectGone(made, ada, push, reason)
        }
    }

    @Test("also when the program ended before it had looked through them")
    func afterCrash() async throws {
        let folder = try TemporaryFolder()
        let ada = AccountID("ada")!
        let gateway = ScriptedGateway { _ in .failed(reason: "BadMessageId", alarm: false) }
        try await PushHarness.run(gateway, in: folder) { push in
            try await push.person("ada")
            let made = try await push.announce()
            _ = try await push.record(made, once: .done)
            #expect(try await push.send(CountUnread(account: ada)).unread == 1)
        }
        let database = try PushStore.openDatabase(at: folder.url.appendingPathComponent("push.sqlite"))
        try await database.write { try $0.run("UPDATE notification SET state = 'cancelled'") }
        try database.close()
        try await PushHarness.run(gateway, in: folder) { push in
            try await push.person("ada")
            #expect(
                try await eventually {
                    push.clock.advance(seconds: 60)
                    return try await push.send(CountUnread(account: ada)).unread == 0
                })
        }
    }

    private func expectGone(
        _ made: SendNotification.Reply, _ account: AccountID, _ push: PushHarness,
        _ reason: RecipientReason = .cancelled
    ) async throws {
        _ = try await push.send(CancelNotification(id: "42"))
        #expect(try await push.send(CountUnread(account: account)).unread == 0)
        #expect(try await push.send(ListInbox(account: account, limit: 10, unreadOnly: false)).total == 0)
        #expect(try await push.explain(made, account).reason == reason)
    }
}
