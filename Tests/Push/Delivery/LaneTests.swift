// How much a lane takes on while an announcement is being queued.

import Foundation
import Isolation
import Logging
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import Push

@Suite("A lane", .timeLimit(.minutes(1)))
struct LaneTests {
    /// Queues an announcement for so many people.
    private func queue(_ count: Int, in store: any PushStore) async throws {
        let names = (0..<count).map { "ada-\($0)" }
        try await withThrowingTaskGroup { group in
            for name in names {
                group.addTask {
                    let registration = try TokenRules.checked(.sample(AccountID(name)!, token: name))
                    _ = try await store.register(registration, as: PushTokenID("token-" + name)!, at: .start)
                }
            }
            try await group.waitForAll()
        }
        _ = try await store.announce(
            .sample, as: AnnouncementID("a")!, by: APIKeyID("publisher")!, underKey: nil, at: .start)
        let number = try #require(try store.announcement("a")).number
        let recipients = try names.map { name in
            DecidedRecipient(
                recipient: try #require(try store.recipient(of: AccountID(name)!)), distance: 1, radius: 10,
                positionAt: .start)
        }
        try await store.decide(number, recipients, at: .start)
        while try await store.queueNext(number, at: .start) {}
    }

    @Test("reads one portion for each that is queued, and the rest when no more is to come")
    func portions() async throws {
        let folder = try TemporaryFolder()
        let (store, close) = try StoreKind.sqlite.open(in: folder)
        try await queue(1500, in: store)
        // A provider that answers nobody.
        let gateway = ScriptedGateway { _ in
            try? await Task.sleep(for: .seconds(3600))
            return .retry(after: nil, reason: "cancelled")
        }
        let clock = SetClock()
        let logger = Logger(label: "push") { _ in SwiftLogNoOpLogHandler() }
        let pause: @Sendable (Duration) async throws -> Void = { _ in }
        let settler = Settler(store: store, clock: clock, logger: logger, pause: pause) {}
        let rules = DecisionRules(categories: ["FOOD_PLAISIRS"], maximumAge: 3600)
        let lane = Lane(
            .apnsProduction,
            desk: DeliveryDesk(
                store: store, gateway: gateway, sending: SendingRules(decisions: rules),
                settling: SettlementRules(pace: RetryPace(), attempts: 3),
                payloads: PayloadShelf(texts: StandardTexts(Settings().push)), settler: settler,
                metrics: PushMetrics(MetricsRegistry()), clock: clock, logger: logger
            ) { 0 })
        let running = Task { await lane.run() }
        for expected in [500, 1000] {
            lane.wake(isMoreToCome: true)
            #expect(await eventually { gateway.sent.count == expected })
            lane.wake()
        }
        lane.wake(isMoreToCome: false)
        #expect(await eventually { gateway.sent.count == 1500 })
        running.cancel()
        await running.value
        settler.finish()
        try close()
    }
}
