// The feeds that push follows.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// The feeds that push follows, into its own database.
struct Followers: Sendable {
    private let accounts: FollowedFeed
    private let credentials: FollowedFeed
    private let preferences: FollowedFeed
    private let positions: FollowedFeed

    /// How long a decision waits for what has changed.
    private static let patience = Duration.seconds(3)

    init(
        through client: BusClient, into store: any PushStore, clock: any WallClock, logger: Logger
    ) throws(PushStoreError) {
        func followed(
            _ feed: FeedName, of service: ServiceName, _ take: @escaping @Sendable (FeedPage) async throws -> Void
        ) throws(PushStoreError) -> FollowedFeed {
            FollowedFeed(
                feed, of: service, through: client, from: try store.cursor(of: feed), clock: clock, logger: logger,
                apply: take)
        }
        accounts = try followed(AccountChange.feed, of: .identity) {
            try await store.takeAccounts($0, at: clock.now())
        }
        credentials = try followed(CredentialChange.feed, of: .authSession) {
            try await store.takeCredentials($0, at: clock.now())
        }
        preferences = try followed(NotificationPreferences.feed, of: .preferences) {
            try await store.takePreferences($0, at: clock.now())
        }
        positions = try followed(Position.feed, of: .location) { try await store.takePositions($0) }
    }

    /// Follows until its task is cancelled.
    func run() async {
        await withTaskGroup { group in
            for feed in [accounts, credentials, preferences, positions] { group.addTask { await feed.run() } }
        }
    }

    /// Waits until everything counts that people had said before. Throws `unavailable` when that cannot be found out.
    func catchUp() async throws(ServiceError) {
        do {
            async let one: Void = accounts.catchUp(within: Followers.patience)
            async let two: Void = preferences.catchUp(within: Followers.patience)
            async let three: Void = positions.catchUp(within: Followers.patience)
            // Whoever has signed out is not reached on that handset any more.
            async let four: Void = credentials.catchUp(within: Followers.patience)
            _ = try await (one, two, three, four)
        } catch {
            throw ServiceError(
                .unavailable, "what people want to hear cannot be asked for at the moment; try again", retryAfter: 1)
        }
    }
}
