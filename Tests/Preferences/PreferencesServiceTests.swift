import CBOR
import Foundation
import Isolation
import Logging
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Preferences

private struct PreferencesHarness {
    let edge: BusClient
    let push: BusClient
    let identity: Endpoint
    let folder: TemporaryFolder

    static func run(_ body: (PreferencesHarness) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        var settings = Settings()
        settings.dataDirectory = folder.url
        let endpoint = try Endpoint("ipc://\(folder.url.path)/preferences.sock")
        let identity = try Endpoint("ipc://\(folder.url.path)/identity.sock")
        let buses = try [ServiceName.preferences, .edge, .push].map { try MessageBus(.patient($0)) }
        let environment = ServiceEnvironment(
            service: .preferences, settings: settings, bus: buses[0], endpoints: [.identity: [identity]],
            bind: endpoint, logger: Logger(label: "preferences") { _ in SwiftLogNoOpLogHandler() },
            metrics: MetricsRegistry(), clock: SetClock())
        let service = try await PreferencesService(environment) { try await Task.sleep(for: .seconds(3600)) }
        let running = Task { try await service.run() }
        await environment.readiness.untilReady()
        let harness = PreferencesHarness(
            edge: buses[1].client(as: .edge, endpoints: [.preferences: endpoint]),
            push: buses[2].client(as: .push, endpoints: [.preferences: endpoint]), identity: identity, folder: folder)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(harness)) } catch { outcome = .failure(error) }
        running.cancel()
        try await running.value
        for bus in buses.reversed() { await bus.shutDown(drain: .zero) }
        try outcome.get()
    }

    func send<R: ServiceRequest>(_ request: R) async throws(BusError) -> R.Reply {
        try await edge.send(request, MessageContext(requestID: "test", timeout: .seconds(60)))
    }

    func refusal<R: ServiceRequest>(of request: R) async throws -> ErrorCode? {
        try await serviceError { try await send(request) }?.code
    }
}

@Suite("The preferences service", .timeLimit(.minutes(10)))
struct PreferencesServiceTests {
    private let ada = AccountID("ada")!
    private let choices = NotificationChoices(
        notifyNewOffers: false, notifyNewProNearby: true, notifyLocalEvents: false, notificationRadius: 25,
        preferredCategories: ["FOOD_PLAISIRS"])

    @Test("The service returns defaults until the user chooses")
    func choosing() async throws {
        try await PreferencesHarness.run { preferences in
            let first = try await preferences.send(GetPreferences(account: ada))
            #expect(first.choices?.notificationRadius == 10)
            #expect(first.choices?.preferredCategories.count == 6)
            #expect(first.quietHours == nil)
            let set = try await preferences.send(SetPreferences(account: ada, choices: choices))
            #expect(set == NotificationPreferences(choices: choices))
            let night = QuietHours(start: 1320, end: 420, timeZone: "Europe/Paris")
            _ = try await preferences.send(SetQuietHours(account: ada, quietHours: night))
            #expect(
                try await preferences.send(GetPreferences(account: ada))
                    == NotificationPreferences(choices: choices, quietHours: night))
        }
    }

    @Test("An invalid request is refused and changes nothing")
    func refusals() async throws {
        try await PreferencesHarness.run { preferences in
            _ = try await preferences.send(SetPreferences(account: ada, choices: choices))
            for (radius, categories) in [(4, ["FOOD_PLAISIRS"]), (51, []), (10, ["GARDEN"])] {
                var wrong = choices
                wrong.notificationRadius = radius
                wrong.preferredCategories = categories
                #expect(
                    try await preferences.refusal(of: SetPreferences(account: ada, choices: wrong)) == .invalidRequest)
            }
            let noZone = QuietHours(start: 0, end: 60, timeZone: "Nowhere/Land")
            #expect(
                try await preferences.refusal(of: SetQuietHours(account: ada, quietHours: noZone)) == .invalidRequest)
            #expect(try await preferences.send(GetPreferences(account: ada)).choices == choices)
        }
    }

    @Test("The service publishes changes to push and deletes erased accounts")
    func feeds() async throws {
        try await PreferencesHarness.run { preferences in
            let identity = try ScriptedFeed(
                AccountChange.feed, of: .identity, at: preferences.identity, in: preferences.folder.url,
                for: .preferences)
            _ = try await preferences.send(SetPreferences(account: ada, choices: choices))
            func news() async throws -> FeedPage {
                try await preferences.push.send(
                    ReadFeed(feed: NotificationPreferences.feed, epoch: nil, after: 0, limit: 10), to: .preferences,
                    MessageContext(requestID: "test", timeout: .seconds(60)))
            }
            let told = try #require(try await news().changes.first?.value)
            #expect(
                try CBORDecoder().decode(NotificationPreferences.self, from: told)
                    == NotificationPreferences(choices: choices))
            try await identity.publish(ada.text, AccountChange(status: .active, number: 1))
            try await identity.remove(ada.text)
            #expect(try await eventually { try await news().changes.last.map { $0.value == nil } ?? false })
            #expect(try await preferences.send(GetPreferences(account: ada)).choices?.notificationRadius == 10)
            #expect(try await preferences.refusal(of: SetPreferences(account: ada, choices: choices)) == .accountGone)
            await identity.end()
        }
    }

    @Test("Only push may read its feed")
    func permissions() async throws {
        try await PreferencesHarness.run { preferences in
            await #expect(throws: BusError.self) {
                _ = try await preferences.edge.send(
                    ReadFeed(feed: NotificationPreferences.feed, epoch: nil, after: 0, limit: 10), to: .preferences,
                    MessageContext(requestID: "test", timeout: .seconds(60)))
            }
        }
    }
}
