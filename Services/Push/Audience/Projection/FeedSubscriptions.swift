import Models
import ServiceRuntime

struct FeedMarks: Sendable {
    let accounts: FeedCursor
    let preferences: FeedCursor
    let positions: FeedCursor
    let credentials: FeedCursor
}

struct FeedSubscriptions: AppliedFeeds {
    let accounts: FollowedAccounts
    private let credentials: FollowedFeed
    private let preferences: FollowedFeed
    private let positions: FollowedFeed

    /// The time within which changes are stored together. Users move constantly, and each transaction waits for the
    /// disk. Resolving an audience does not wait for this time.
    private static let rest = Duration.milliseconds(20)

    /// How long resolving an audience waits for pending changes.
    private static let timeout = Duration.seconds(3)

    init(_ environment: ServiceEnvironment, into store: some AudienceStore) async throws {
        let clock = environment.clock
        func followed(
            _ feed: FeedName, of service: ServiceName, rest: Duration = .zero,
            _ take: @escaping @Sendable (FeedPage) async throws -> Void
        ) async throws(PushStoreError) -> FollowedFeed {
            FollowedFeed(
                feed, of: service, through: environment.client, from: try await store.cursor(of: feed), rest: rest,
                clock: clock, logger: environment.logger, apply: take)
        }
        // One push process works at a time. A page whose COMMIT was lost is repeated, and then changes the memory.
        accounts = try await FollowedAccounts(environment, into: store, owning: PushSchema.accountRows, isShared: false)
        {
            try await store.applyAccounts($0, at: $1)
        }
        credentials = try await followed(CredentialChange.feed, of: .authSession) {
            try await store.applyCredentials($0, at: clock.now())
        }
        preferences = try await followed(NotificationPreferences.feed, of: .preferences, rest: FeedSubscriptions.rest) {
            try await store.applyPreferences($0, at: clock.now())
        }
        positions = try await followed(Position.feed, of: .location, rest: FeedSubscriptions.rest) {
            try await store.applyPositions($0, at: clock.now())
        }
    }

    func add(to readiness: Readiness) {
        let feeds = [
            (CredentialChange.feed, credentials), (NotificationPreferences.feed, preferences),
            (Position.feed, positions),
        ]
        for (name, feed) in feeds { readiness.add("feed", of: name.description) { feed.finding } }
    }

    func run() async {
        await withTaskGroup { group in
            group.addTask { await accounts.run() }
            for feed in [credentials, preferences, positions] {
                group.addTask { await feed.run() }
            }
        }
    }

    func catchUp() async throws(ServiceError) -> FeedMarks {
        do {
            async let one = accounts.feed.catchUp(within: FeedSubscriptions.timeout)
            async let two = preferences.catchUp(within: FeedSubscriptions.timeout)
            async let three = positions.catchUp(within: FeedSubscriptions.timeout)
            // After a sign-out, the push device must not receive pushes for that account.
            async let four = credentials.catchUp(within: FeedSubscriptions.timeout)
            return try await FeedMarks(accounts: one, preferences: two, positions: three, credentials: four)
        } catch {
            throw ServiceError(
                .unavailable, "preferences, positions and sessions cannot be read at the moment; try again",
                retryAfter: 1)
        }
    }

    func haveReached(_ marks: FeedMarks) -> Bool {
        accounts.feed.hasReached(marks.accounts) && preferences.hasReached(marks.preferences)
            && positions.hasReached(marks.positions) && credentials.hasReached(marks.credentials)
    }
}
