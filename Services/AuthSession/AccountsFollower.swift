import Logging
import MessageBus
import Models
import ServiceRuntime
import Storage
import Synchronization

struct AccountsFollower: Sendable {
    private let follower: FeedFollower
    private let reports: ErasureReports

    /// Follows the feed from the stored cursor. `missing` and `returned` look at the store after each page. The service
    /// is not ready while the feed cannot be stored. `hasHeard` is called once, after the identity service's first
    /// answer. If the answer begins the feed anew, it must be stored before: a missing account would seem to exist.
    init(
        _ service: SessionContext, missing: MissingAccounts, returned: ReturnedAccounts, readiness: Readiness,
        hasHeard: @escaping @Sendable () -> Void
    ) async throws {
        let (client, logger) = (service.client, service.log.logger)
        let cursor = try await service.store.accountsCursor()
        let hasToGreet = Atomic(true)
        let reports = ErasureReports(
            of: .authSession, in: service.store.database, through: client, logger: logger,
            isSettled: SessionStore.isSettled)
        let follower = FeedFollower(of: AccountChange.feed, from: .cursor(cursor)) { error in
            // The follower retries by itself. The identity service closes no accounts while it does not answer.
            logger.debug("the accounts feed cannot be followed", metadata: ["cause": .failure(error)])
        } stored: {
            try await service.store.accountsCursor()
        } ask: { request, context async throws(BusError) in
            if hasToGreet.load(ordering: .relaxed) {
                // A request without a cursor is answered at once. A request for changes may wait for a change.
                let mark = ReadFeed(feed: AccountChange.feed, epoch: nil, after: nil, limit: 1)
                let epoch = try await client.send(mark, to: .identity, context).epoch
                if request.epoch == nil || request.epoch == epoch, hasToGreet.exchange(false, ordering: .relaxed) {
                    hasHeard()
                }
            }
            return try await client.send(request, to: .identity, context)
        } apply: { page, _ in
            do {
                service.notify(try await service.store.apply(page, at: service.clock.now()), nil)
                await missing.look()
                await returned.look()
                reports.signal()
                if page.changes.contains(where: { $0.value == nil }) { service.appleTokens?.signal() }
            } catch {
                logger.error("news of accounts could not be stored", metadata: ["cause": .failure(error)])
                throw error
            }
        }
        // Without the feed, accounts that the identity service has closed or erased would stay signed in here.
        readiness.add("feed", of: AccountChange.feed.description, .essential) { follower.finding }
        await missing.follow(follower)
        await returned.look()
        self.follower = follower
        self.reports = reports
        service.accounts.follow(follower)
    }

    func run() async {
        await withTaskGroup { group in
            group.addTask { await follower.run() }
            group.addTask { await reports.run() }
        }
    }
}

/// Lets handlers wait for the latest changes of accounts before they decide.
final class AccountsFeedSync: Sendable {
    private let timeout: Duration
    private let follower = Mutex<FeedFollower?>(nil)

    init(timeout: Duration) { self.timeout = timeout }

    func follow(_ follower: FeedFollower) { self.follower.withLock { $0 = follower } }

    /// Waits until every change that the identity service had announced before this call is stored.
    func catchUp() async throws {
        guard let follower = follower.withLock({ $0 }) else { return }
        do { try await follower.catchUp(within: timeout) } catch {
            throw ServiceError(
                .unavailable, "the state of the account cannot be read at the moment; try again", retryAfter: 1)
        }
    }
}

/// Reports accounts that were erased here but exist again at the identity service, for example after a restored backup.
/// The identity service's state applies; an operator must decide whether they may stay.
final class ReturnedAccounts: Sendable {
    /// The most names in one line of the log.
    private static let shown = 20

    private let store: SessionStore
    private let logger: Logger
    private let told = Mutex<Set<AccountID>>([])

    init(_ store: SessionStore, readiness: Readiness, logger: Logger) {
        self.store = store
        self.logger = logger
        readiness.add("returned-accounts") {
            guard let count = try? await store.returnedAccountCount(), count > 0 else {
                return .ok("no erased account is back")
            }
            return .warning(
                "\(count) erased accounts are back; the log names them", "erase them again with accounts erase")
        }
    }

    /// Logs the accounts that returned since the last call. Called after each page of the feed, and at the start.
    func look() async {
        guard let returned = try? await store.returnedAccounts() else { return }
        let new = told.withLock { told in
            defer { told = Set(returned) }
            return returned.filter { !told.contains($0) }
        }
        guard !new.isEmpty else { return }
        logger.error(
            """
            erased accounts are back; was identity's database replaced by an old copy? Erase them again with the command \
            accounts erase; if they are back on purpose, do nothing
            """,
            metadata: [
                "count": "\(new.count)",
                "accounts": "\(new.prefix(ReturnedAccounts.shown).map(\.text).joined(separator: " "))",
            ])
    }
}
