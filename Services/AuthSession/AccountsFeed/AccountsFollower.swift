// Follows the accounts feed of identity: what becomes of accounts ends their sessions.

import Logging
import MessageBus
import Models
import ServiceRuntime
import Storage
import Synchronization

/// Follows the accounts feed, and ends the sessions of accounts that are closed, erased, or signed out everywhere.
struct AccountsFollower: Sendable {
    private let follower: FeedFollower
    private let reports: ErasureReports

    /// Begins at the cursor that the store has kept.
    ///
    /// - Parameters:
    ///   - missing: Looks at the store after each page that was stored.
    ///   - returned: Does the same.
    ///   - readiness: Not ready while what the feed says cannot be stored.
    ///   - hasHeard: Called once, with identity's first answer, which shows that identity is there. Where its feed
    ///     begins anew, only once that has been taken over: until then a missing account seems to be there.
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
            // It asks again by itself; while identity is away nobody can close an account either.
            logger.debug("the accounts feed cannot be followed", metadata: ["cause": .failure(error)])
        } stored: {
            try await service.store.accountsCursor()
        } ask: { request, context async throws(BusError) in
            if hasToGreet.load(ordering: .relaxed) {
                // A request without a cursor is answered at once; one for changes may wait until there are some.
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
        // Whom identity has closed or erased is still signed in here.
        readiness.depend { follower.obstacle }
        await missing.follow(follower)
        await returned.look()
        self.follower = follower
        self.reports = reports
        service.accounts.follow(follower)
    }

    /// Follows, and reports what is erased, until its task is cancelled.
    func run() async {
        await withTaskGroup { group in
            group.addTask { await follower.run() }
            group.addTask { await reports.run() }
        }
    }
}
