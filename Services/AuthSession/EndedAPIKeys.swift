// Tells those who have to know that the time of API keys is over.

import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Tells the followers of the credentials feed, and push, that the time of API keys is over: what these keys have planned
/// ends, and the events of a publisher without a key are posted no more.
final class EndedAPIKeys: Sendable {
    private struct State {
        // After a start all are told once more, as a crash may have kept some from it.
        var followersToldUntil = UnixTime(milliseconds: 0)
        var pushToldUntil = UnixTime(milliseconds: 0)
    }

    private let store: SessionStore
    private let client: BusClient
    private let clock: any WallClock
    private let logger: Logger
    private let state = Mutex(State())

    init(store: SessionStore, client: BusClient, clock: any WallClock, logger: Logger) {
        (self.store, self.client, self.clock, self.logger) = (store, client, clock, logger)
    }

    /// Tells the followers of the keys whose time has ended until now.
    func tellFollowers() async throws(SessionStoreError) {
        let now = clock.now()
        try await store.recordEndedAPIKeys(after: state.withLock { $0.followersToldUntil }, at: now)
        state.withLock { $0.followersToldUntil = now }
    }

    /// The same before a page of the feed is read: a follower that has read it to its end knows of every key whose time
    /// was over when it asked. What the database does not take now is told later; sessions that end meanwhile have to be
    /// told of all the same.
    func tellReader() async { try? await tellFollowers() }

    /// Has push forget where events of publishers go of whom no key is left. Where push is away the next round tries again.
    func endWebhooks() async throws(SessionStoreError) {
        let now = clock.now()
        let publishers = try await store.publishersWithoutKey(
            endedAfter: state.withLock { $0.pushToldUntil }, at: now)
        for publisher in publishers {
            do {
                _ = try await client.send(
                    RemoveWebhook(publisher: publisher), MessageContext(requestID: "ended-keys"))
            } catch BusError.refused(let error) where error.code == .notFound {
                // Its events are posted nowhere.
            } catch {
                return logger.debug(
                    "push could not be told of publishers without a key", metadata: ["cause": .failure(error)])
            }
        }
        state.withLock { $0.pushToldUntil = now }
    }
}
