// Has people told of sign-ins on clients that their accounts were not seen on before.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// Hands the notices that wait in the database to identity, which has the addresses.
///
/// A notice is written together with its session, and leaves the database when identity has confirmed it. A program that
/// dies in between sends it once more, with the same id.
final class SignInNotices: Sendable {
    /// The most of one round.
    static let portion = 50
    /// The pause between two looks for notices that are due.
    static let pauseBetweenLooks = Duration.seconds(15)

    private let store: SessionStore
    private let client: BusClient
    private let clock: any WallClock
    private let logger: Logger
    private let pause: @Sendable (Duration) async throws -> Void
    private let signals: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation

    /// - Parameter pause: Returns after the given time.
    init(
        store: SessionStore, client: BusClient, clock: any WallClock, logger: Logger,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.store, self.client, self.clock, self.logger, self.pause) = (store, client, clock, logger, pause)
        (signals, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks soon for what is due.
    func signal() { inlet.yield() }

    /// Sends until its task is cancelled.
    func run() async {
        await withTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    self.signal()
                    do { try await self.pause(SignInNotices.pauseBetweenLooks) } catch { return }
                }
            }
            group.addTask {
                for await _ in self.signals { await self.sendDue() }
            }
        }
    }

    private func sendDue() async {
        do {
            while !Task.isCancelled {
                let due = try await store.claimSignInNotices(limit: SignInNotices.portion, at: clock.now())
                for notice in due { try await send(notice) }
                if due.count < SignInNotices.portion { return }
            }
        } catch {
            // What is claimed becomes due again.
            logger.warning("people could not be told of sign-ins", metadata: ["cause": .failure(error)])
        }
    }

    private func send(_ notice: SignInNotice) async throws {
        let message = ReportSignIn(account: notice.account, id: notice.id, client: notice.client, at: notice.at)
        do {
            _ = try await client.send(message, MessageContext(requestID: "sign-in-notice"))
        } catch BusError.refused(let error) where error.code == .notFound {
            // The account is gone, and nobody is to be told.
        }
        try await store.removeSignInNotice(notice)
    }
}
