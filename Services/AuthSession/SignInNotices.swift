// Has people told of sign-ins on clients that their accounts were not seen on before.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// Hands the notices that wait in the database to identity, which has the addresses, and to push, which reaches the person's
/// other devices.
///
/// A notice is written together with its session, and leaves the database when both have confirmed it. A program that
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
                try await send(due)
                if due.count < SignInNotices.portion { return }
            }
        } catch {
            // What is claimed becomes due again.
            logger.warning("people could not be told of sign-ins", metadata: ["cause": .failure(error)])
        }
    }

    /// First all to identity, so that mails do not wait where push is away.
    private func send(_ due: [SignInNotice]) async throws {
        var mailed = due.filter { $0.mailedAt != nil }
        let failure = await mail(due.filter { $0.mailedAt == nil }, addingTo: &mailed)
        for notice in mailed { try await push(notice) }
        if let failure { throw failure }
    }

    /// Adds each notice as it stands once identity has taken it, and gives the reason why it takes no more.
    private func mail(_ waiting: [SignInNotice], addingTo mailed: inout [SignInNotice]) async -> (any Error)? {
        for notice in waiting {
            do {
                if let taken = try await mail(notice) { mailed.append(taken) }
            } catch {
                return error
            }
        }
        return nil
    }

    /// Gives the notice as it stands once identity has taken it; nil where nobody is to be told.
    private func mail(_ notice: SignInNotice) async throws -> SignInNotice? {
        guard let reply = try await report(notice) else {
            try await store.removeSignInNotice(notice)
            return nil
        }
        let now = clock.now()
        // A repetition would be another mail once the first one has gone out.
        try await store.setMailed(notice, locale: reply.locale, at: now)
        return notice.mailed(in: reply.locale, at: now)
    }

    /// What identity answers; nil where the account is gone.
    private func report(_ notice: SignInNotice) async throws -> ReportSignIn.Reply? {
        let message = ReportSignIn(account: notice.account, id: notice.id, client: notice.client, at: notice.at)
        do {
            return try await client.send(message, SignInNotices.context)
        } catch BusError.refused(let error) where error.code == .notFound {
            return nil
        }
    }

    /// Has push tell the other push devices. Where it is away for too long it tells nobody.
    private func push(_ notice: SignInNotice) async throws {
        if let session = SessionID(notice.id), clock.now() < notice.at.adding(seconds: SignInNotice.pushSeconds) {
            _ = try await client.send(
                TellOfSignIn(
                    account: notice.account, session: session, client: notice.client, at: notice.at,
                    locale: notice.locale), SignInNotices.context)
        }
        try await store.removeSignInNotice(notice)
    }

    private static var context: MessageContext { MessageContext(requestID: "sign-in-notice") }
}
