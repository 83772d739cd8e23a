import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Announces expired API keys to the followers of the credentials feed, and to push, which then ends the plans, and the
/// webhooks of publishers without a key.
final class EndedAPIKeys: Sendable {
    private struct State {
        // After a start everything is announced again, because a crash may have lost some.
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

    func tellFollowers() async throws(SessionStoreError) {
        let now = clock.now()
        try await store.recordEndedAPIKeys(after: state.withLock { $0.followersToldUntil }, at: now)
        state.withLock { $0.followersToldUntil = now }
    }

    /// Announces expired keys before a page of the feed is read, so that a reader at its end knows every expired key. A failed
    /// write is repeated later and must not block the reader: ended sessions must still be announced.
    func tellReader() async { try? await tellFollowers() }

    /// Deletes the webhooks of publishers without a valid key. If push is unreachable, the next round retries.
    func endWebhooks() async throws(SessionStoreError) {
        let now = clock.now()
        let publishers = try await store.publishersWithoutKey(
            endedAfter: state.withLock { $0.pushToldUntil }, at: now)
        for publisher in publishers {
            do {
                _ = try await client.send(
                    RemoveWebhook(publisher: publisher), MessageContext(requestID: "ended-keys"))
            } catch BusError.refused(let error) where error.code == .notFound {
                // The publisher has no webhook.
            } catch {
                return logger.debug(
                    "push could not be told of publishers without a key", metadata: ["cause": .failure(error)])
            }
        }
        state.withLock { $0.pushToldUntil = now }
    }
}
