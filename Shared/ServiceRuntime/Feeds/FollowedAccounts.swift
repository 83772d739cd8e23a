public import Logging
public import MessageBus
public import Models
public import Storage
import Synchronization

/// Follows the accounts feed of the identity service into a service's database, and handles accounts that are missing
/// in the feed.
public struct FollowedAccounts: Sendable {
    /// The accounts with data in this service that the feed no longer contains.
    public let missing: MissingAccounts

    public let feed: FollowedFeed

    private let reports: ErasureReports

    /// Starts at the position in the store.
    /// - Parameters:
    ///   - isShared: Whether several processes follow into the store's database.
    ///   - apply: Stores a page and its cursor in one transaction.
    public init<S: Store>(
        _ environment: ServiceEnvironment, into store: S, owning rows: AccountOwnedRows, isShared: Bool = true,
        apply: @escaping @Sendable (FeedPage, UnixTime) async throws -> Void
    ) async throws {
        let clock = environment.clock
        let missing = MissingAccounts(in: store.database, readiness: environment.readiness, logger: environment.logger)
        let reports = ErasureReports(
            of: environment.service, in: store.database, through: environment.client, logger: environment.logger,
            isSettled: rows.isSettled)
        var stored: FeedFollower.ReadCursor?
        if isShared { stored = { try await store.accountsCursor() } }
        feed = FollowedFeed(
            AccountChange.feed, of: .identity, through: environment.client, from: try await store.accountsCursor(),
            clock: clock, logger: environment.logger, stored: stored
        ) { page in
            try await apply(page, clock.now())
            await missing.look()
            reports.signal()
        }
        // While the feed cannot be followed, this service still has data that the identity service has erased.
        environment.readiness.add("feed", of: AccountChange.feed.description, .essential) {
            [follower = feed.follower] in
            follower.finding
        }
        await missing.follow(feed.follower)
        self.missing = missing
        self.reports = reports
    }

    /// Follows the feed, and reports erasures, until its task is cancelled.
    public func run() async {
        await withTaskGroup { group in
            group.addTask { await feed.run() }
            group.addTask { await reports.run() }
        }
    }
}

/// The missing accounts of one service. They are reported and kept until an operator decides; see `AccountsDoubt`.
public final class MissingAccounts: Sendable {
    private let database: ServiceDatabase
    private let logger: Logger
    private let told = Mutex<AccountsDoubt.Count?>(nil)
    /// Makes the follower apply another page, and so check its accounts again.
    private let applyNextPage = Mutex<(@Sendable () -> Void)?>(nil)

    /// Finds missing accounts in a database.
    /// - Parameter readiness: The service is not ready while accounts are missing.
    public init(in database: ServiceDatabase, readiness: Readiness, logger: Logger) {
        self.database = database
        self.logger = logger
        readiness.add("missing-accounts", .essential) { [self] in
            if let doubt = try? await read() {
                return .failure(
                    "\(doubt.missing) of \(doubt.total) accounts are missing in the accounts feed",
                    "see missing-accounts")
            }
            // An operator's decision is shown as long as it has an effect.
            let kept = try? await database.read { try AccountsDoubt.kept(in: $0) }
            guard let kept, kept > 0 else { return .ok("identity has all accounts that have data here") }
            return .warning(
                "keeps the data of \(kept) accounts that identity does not have, as an operator decided",
                "to erase them, run missing-accounts erase")
        }
    }

    /// Carries out decisions with the follower's next page, even if it is empty, and after a restart.
    public func follow(_ follower: FeedFollower) async {
        // The reference is weak, because the follower's closure refers to this object.
        applyNextPage.withLock { $0 = { [weak follower] in follower?.applyNextPage() } }
        let hasDecision = try? await database.read { try AccountsDoubt.hasDecision(in: $0) }
        if hasDecision == true { follower.applyNextPage() }
        await look()
    }

    public func look() async {
        guard let doubt = try? await read() else { return told.withLock { $0 = nil } }
        let isNew = told.withLock { told in
            defer { told = doubt }
            return told != doubt
        }
        guard isNew else { return }
        logger.error(
            """
            too many accounts are missing in the accounts feed to be erased ones; has identity lost its database? \
            Put it back, or restore a backup, and they are found again. If they are gone for good, give the command \
            missing-accounts erase; to keep their data, missing-accounts keep
            """, metadata: ["missing": "\(doubt.missing)", "accounts": "\(doubt.total)"])
    }

    func count() async throws -> CountMissingAccounts.Reply {
        guard let doubt = try await read() else { return CountMissingAccounts.Reply() }
        return CountMissingAccounts.Reply(missing: doubt.missing, total: doubt.total)
    }

    public func decide(_ decision: DecideMissingAccounts.Decision) async throws -> DecideMissingAccounts.Reply {
        let isDecided = try await database.write { try AccountsDoubt.decide(decision, in: $0) }
        if isDecided {
            logger.notice("an operator decided about missing accounts", metadata: ["decision": "\(decision.rawValue)"])
            applyNextPage.withLock { $0 }?()
        }
        return DecideMissingAccounts.Reply(isDecided: isDecided)
    }

    private func read() async throws -> AccountsDoubt.Count? {
        try await database.read { try AccountsDoubt.read(in: $0) }
    }
}

/// Reports a service's erasures to the identity service. Unreported erasures stay in the service's database until the
/// identity service has answered. Processes that share the database may all report them: duplicates have no effect.
public final class ErasureReports: Sendable {
    private static let shortestPause = Duration.milliseconds(100)
    private static let maximumPause = Duration.seconds(10)
    private static let timeout = Duration.seconds(5)

    private let service: ServiceName
    private let database: ServiceDatabase
    private let client: BusClient
    private let logger: Logger
    private let clock: any FeedClock
    private let isSettled: @Sendable (Connection) throws -> Bool
    private let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Reports the erasures in a database.
    /// - Parameters:
    ///   - database: The database with `ErasureReportTable` and the cursor of the accounts feed.
    ///   - isSettled: Whether every erasure up to the cursor was carried out; false while accounts are missing in the
    ///     feed, or it is read again.
    public init(
        of service: ServiceName, in database: ServiceDatabase, through client: BusClient, logger: Logger,
        clock: any FeedClock = ContinuousFeedClock(), isSettled: @escaping @Sendable (Connection) throws -> Bool
    ) {
        (self.service, self.database, self.client) = (service, database, client)
        (self.logger, self.clock, self.isSettled) = (logger, clock, isSettled)
        // Erasures from before the start may still be unreported.
        continuation.yield()
    }

    public func signal() { continuation.yield() }

    public func run() async {
        var pause = ErasureReports.shortestPause
        for await _ in signals {
            while !Task.isCancelled {
                do {
                    while try await report() {}
                    pause = ErasureReports.shortestPause
                    break
                } catch {
                    // The identity service may be unreachable, or too old to know the message.
                    logger.debug("an erasure cannot be reported yet", metadata: ["cause": .failure(error)])
                    // If the task is cancelled during the sleep, the loop ends.
                    try? await clock.sleep(for: pause)
                    pause = min(pause * 2, ErasureReports.maximumPause)
                }
            }
        }
    }

    private func report() async throws -> Bool {
        let limit = ConfirmErasures.maximumAccounts
        // A snapshot shows one state of the database: each erasure up to the cursor is among these, or had no rows.
        let (erased, cursor) = try await database.readSnapshot { connection in
            let erased = try ErasureReportTable.pending(limit: limit, in: connection)
            let isAll = try erased.count < limit && isSettled(connection)
            return (erased, isAll ? try FeedCursorTable.read(AccountChange.feed, in: connection) : nil)
        }
        guard !erased.isEmpty || cursor != nil else { return false }
        let report = ConfirmErasures(reporter: service, through: cursor, erased: erased)
        let context = MessageContext(requestID: "erasures-\(service)", timeout: ErasureReports.timeout)
        _ = try await client.send(report, to: .identity, context)
        guard !erased.isEmpty else { return false }
        try await database.write { try ErasureReportTable.forget(erased, in: $0) }
        return erased.count == limit
    }
}
