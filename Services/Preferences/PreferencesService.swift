import Logging
import MessageBus
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Stores the notifications that users want, and when. Provides the preferences feed and follows the accounts feed.
public struct PreferencesService: PersistentService {
    public static let name = ServiceName.preferences
    public static let store: any Store.Type = PreferenceStore.self
    public static let export = PreferenceSchema.export

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let service: PreferenceContext
    private let feed: FeedSource
    private let accounts: FollowedAccounts
    private let pause: @Sendable () async throws -> Void

    /// How long tombstones are kept, in seconds.
    private static let tombstonesKept: Int64 = 30 * 86_400

    /// Opens `preferences.sqlite` in the data folder. Throws an error whose description contains the remedy.
    public init(_ environment: ServiceEnvironment) async throws {
        try await self.init(environment) { try await Task.sleep(for: .seconds(3600)) }
    }

    init(_ environment: ServiceEnvironment, pause: @escaping @Sendable () async throws -> Void) async throws {
        self.environment = environment
        self.pause = pause
        database = try environment.openDatabase(of: PreferencesService.self)
        let settings = environment.settings
        let rules = PreferenceRules(
            categories: settings.preferences.categories, kinds: settings.notifications.kinds,
            openTopics: settings.notifications.openTopics)
        let store = PreferenceStore(database: database)
        environment.readiness.add("time-zones") { [clock = environment.clock] in
            ZoneDatabase.system.finding(at: clock.now())
        }
        service = PreferenceContext(rules: rules, store: store, clock: environment.clock)
        feed = FeedSource(of: PreferenceSchema.feed, in: store)
        accounts = try await FollowedAccounts(environment, into: store, owning: PreferenceSchema.accountRows) {
            try await store.applyAccounts($0, at: $1)
        }
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.direct(service.getPreferences)
        handlers.direct(service.setPreferences)
        handlers.on(service.setQuietHours)
        handlers.on(service.getKinds)
        handlers.on(service.setKinds)
        handlers.on(service.subscribeTopic)
        handlers.on(service.changeTopicMembers)
        handlers.on(service.changeTags)
        feed.serve(in: &handlers, to: [.push])
        return handlers
    }

    /// Runs until the graceful shutdown, then finishes the running requests and closes the database.
    public func run() async throws {
        try await environment.run(
            handlers, of: PreferencesService.self, on: database, missingAccounts: accounts.missing,
            beside: [accounts.run, prune])
    }

    /// Deletes old tombstones. A follower that was away for longer starts over.
    private func prune() async {
        await repeatUntilCancelled(pausing: pause) {
            do throws(PreferenceStoreError) {
                let moment = service.clock.now().adding(seconds: -PreferencesService.tombstonesKept)
                try await service.store.pruneTombstones(of: PreferenceSchema.feed, before: moment)
            } catch {
                // No caller waits for this, and the next round retries.
                environment.logger.warning("old news could not be deleted", metadata: ["cause": "\(error)"])
            }
        }
    }
}
