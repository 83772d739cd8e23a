// The preferences service: what people want to hear of, and when.

import Foundation
import Logging
import MessageBus
public import Models
import ServiceLifecycle
public import ServiceRuntime
import ServiceSettings
import Storage

/// Knows what people want to hear of, and when. Answers the messages of Models/Preferences, keeps the preferences feed and
/// follows the accounts feed.
public struct PreferencesService: HostedService {
    public static let name = ServiceName.preferences
    public static let files: ServiceFiles? = ServiceFiles(
        database: "preferences.sqlite")

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    private let service: PreferenceContext
    private let feed: FeedSource
    private let accounts: FollowedFeed
    private let missingAccounts: MissingAccounts
    private let pause: @Sendable () async throws -> Void

    /// How long tombstones of the feed are kept, in seconds.
    private static let tombstonesKept: Int64 = 30 * 86_400

    /// Opens the database `preferences.sqlite` in the data folder.
    ///
    /// Throws when it cannot be used; the description says what to do.
    public init(_ environment: ServiceEnvironment) throws {
        try self.init(environment) { try await Task.sleep(for: .seconds(3600)) }
    }

    /// - Parameter pause: returns when it is time to look for what is no longer needed.
    init(_ environment: ServiceEnvironment, pause: @escaping @Sendable () async throws -> Void) throws {
        self.environment = environment
        self.pause = pause
        let folder = environment.settings.dataDirectory
        database = try PreferenceStore.openDatabase(at: folder.appendingPathComponent("preferences.sqlite"))
        let rules = PreferenceRules(categories: environment.settings.preferences.categories)
        let store = PreferenceStore(database: database, rules: rules)
        let (clock, logger) = (environment.clock, environment.logger)
        service = PreferenceContext(rules: rules, store: store, clock: clock, logger: logger)
        let source = FeedSource { feed, epoch, after, limit in
            guard feed == NotificationPreferences.feed else {
                throw ServiceError(.notFound, "there is no feed \(feed) here")
            }
            return try store.readFeed(epoch: epoch, after: after, limit: limit)
        }
        store.onChange { source.changed(NotificationPreferences.feed) }
        feed = source
        environment.depend(on: database)
        let missing = MissingAccounts(in: database, readiness: environment.readiness, logger: logger)
        accounts = FollowedFeed(
            AccountChange.feed, of: .identity, through: environment.client, from: try store.accountsCursor(),
            clock: clock, logger: logger
        ) { page in
            try await store.applyAccounts(page, at: clock.now())
            missing.look()
        }
        accounts.carryOut(missing)
        missingAccounts = missing
    }

    private var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.inline(GetPreferences.self, GetPreferencesHandler(service: service).handle)
        handlers.on(SetPreferences.self, SetPreferencesHandler(service: service).handle)
        handlers.on(SetQuietHours.self, SetQuietHoursHandler(service: service).handle)
        feed.serve(in: &handlers, to: [.push])
        return handlers
    }

    /// Serves until the graceful shutdown, then finishes what it handles and closes the database.
    public func run() async throws {
        let server = try environment.serve(
            .preferences, handlers: handlers, missingAccounts: missingAccounts)
        environment.readiness.markReady()
        await withTaskGroup { group in
            group.addTask { await accounts.run() }
            group.addTask { await prune() }
            // Cancelled or told to stop: both mean the same here.
            try? await gracefulShutdown()
            group.cancelAll()
        }
        await server.close(drain: .seconds(3))
        try database.close()
    }

    /// Forgets tombstones that every follower has seen, again and again until its task is cancelled.
    private func prune() async {
        while !Task.isCancelled {
            do throws(PreferenceStoreError) {
                let moment = service.clock.now().adding(seconds: -PreferencesService.tombstonesKept)
                try await service.store.pruneTombstones(before: moment)
            } catch {
                // Nobody waits for an answer here, and the next round tries again.
                service.logger.warning("old news could not be deleted", metadata: ["cause": "\(error)"])
            }
            do { try await pause() } catch { return }
        }
    }
}
