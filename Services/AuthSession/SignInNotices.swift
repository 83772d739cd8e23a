import Logging
import MessageBus
import Models
import ServiceRuntime

/// Sends notices of sign-ins on new clients: the identity service mails them, and the push service reaches the user's
/// other devices. A notice is written together with its session and deleted after the identity service and the push
/// service have confirmed it; after a crash the notice is sent again, with the same id.
final class SignInNotices: Sendable {
    static let portion = 50
    static let pauseBetweenLooks = Duration.seconds(15)

    private let store: SessionStore
    private let client: BusClient
    private let clock: any WallClock
    private let logger: Logger
    private let work = WorkSignal()

    init(store: SessionStore, client: BusClient, clock: any WallClock, logger: Logger) {
        (self.store, self.client, self.clock, self.logger) = (store, client, clock, logger)
    }

    func signal() { work.signal() }

    func run() async {
        await work.run(pausing: { try await Task.sleep(for: SignInNotices.pauseBetweenLooks) }) { await self.sendDue() }
    }

    private func sendDue() async {
        do {
            while !Task.isCancelled {
                let due = try await store.claimSignInNotices(limit: SignInNotices.portion, at: clock.now())
                try await send(due)
                if due.count < SignInNotices.portion { return }
            }
        } catch {
            // The claimed notices become due again.
            logger.warning("people could not be told of sign-ins", metadata: ["cause": .failure(error)])
        }
    }

    /// Sends the due notices. The identity service gets all notices first, so that mails do not wait while the push
    /// service is unreachable.
    private func send(_ due: [SignInNotice]) async throws {
        var mailed = due.filter { $0.mailedAt != nil }
        let failure = await mail(due.filter { $0.mailedAt == nil }, addingTo: &mailed)
        for notice in mailed { try await push(notice) }
        if let failure { throw failure }
    }

    /// Gives notices to the identity service. Returns the error that stopped this; nil if the service got all notices.
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

    /// Gives a notice to the identity service; nil if no user is to be notified.
    private func mail(_ notice: SignInNotice) async throws -> SignInNotice? {
        guard let reply = try await report(notice) else {
            try await store.removeSignInNotice(notice)
            return nil
        }
        let now = clock.now()
        // After the first mail was sent, a repeated message would send another mail.
        try await store.setMailed(notice, locale: reply.locale, at: now)
        return notice.mailed(in: reply.locale, at: now)
    }

    private func report(_ notice: SignInNotice) async throws -> ReportSignIn.Reply? {
        let message = ReportSignIn(account: notice.account, id: notice.id, client: notice.client, at: notice.at)
        do {
            return try await client.send(message, SignInNotices.context)
        } catch BusError.refused(let error) where error.code == .notFound {
            return nil
        }
    }

    /// Gives a notice to the push service. After `pushSeconds` without the push service, other devices get no notice.
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
