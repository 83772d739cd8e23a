import CoreMetrics
import Logging
import Models
import ServiceRuntime
import Synchronization

/// Sends the messages in the database. Only one process at a time sends a message. It is sent after the answer to its
/// request, whose time must not reveal the message. It is deleted after its receiver has accepted it; after a crash in
/// between, it is sent once more with the same id.
final class MessageQueue: Sendable {
    private let store: IdentityStore
    private let sender: any MessageSender
    private let composer: MessageComposer
    private let metrics: MessageMetrics
    private let clock: any WallClock
    private let logger: Logger
    /// Limits the log messages about a failing store.
    private let reports = Mutex(ReportLimit<UnixTime>())
    private let signals: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation
    private let underWay = Mutex(0)

    init(
        store: IdentityStore, sender: any MessageSender, composer: MessageComposer, metrics: any MetricsFactory,
        clock: any WallClock, logger: Logger
    ) {
        (self.store, self.sender, self.composer) = (store, sender, composer)
        self.metrics = MessageMetrics(metrics)
        self.clock = clock
        self.logger = logger
        (signals, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func file(of kind: MessageKind) -> String? { sender.file(of: kind) }

    func signal() { inlet.yield() }

    /// Sends messages until `finish` is called, and then waits for the messages in progress. With `isAlone` no other
    /// process can be running, so the claims of an earlier process are released at once. If the task is cancelled,
    /// messages stay for the next start.
    func run(isAlone: Bool) async {
        if isAlone { await storing { try await store.releaseMessages() } }
        await withDiscardingTaskGroup { group in
            for await _ in signals {
                while let messages = await claim(), !messages.isEmpty {
                    for message in messages { group.addTask { await self.carryOut(message) } }
                }
                // Counting the messages after each message would be slow for a long queue.
                if underWay.withLock({ $0 == 0 }) { await measure() }
            }
        }
    }

    /// Ends the claiming of further messages.
    func finish() { inlet.finish() }

    func finding() async -> HealthFinding {
        // The check of the database reports its own failures.
        guard let status = try? await store.messageStatus() else { return .unknown("the database does not answer") }
        guard let note = status.note else { return .ok("no message waits after a failure") }
        return .warning(note, "check the sender in the settings of messages")
    }

    /// Claims as many messages as the sender can take at the moment.
    private func claim() async -> [ClaimedMessage]? {
        let room = sender.concurrency - underWay.withLock { $0 }
        guard room > 0, !Task.isCancelled else { return nil }
        return await storing {
            let messages = try await store.claimMessages(limit: room, at: clock.now())
            underWay.withLock { $0 += messages.count }
            return messages
        }
    }

    private func carryOut(_ claimed: ClaimedMessage) async {
        defer {
            underWay.withLock { $0 -= 1 }
            signal()
        }
        if let end = claimed.expiresAt, end <= clock.now() { return await drop(claimed) }
        let account: AccountID
        do throws(MessageNotSent) {
            let message = try composer.message(of: claimed)
            account = message.account
            if account != claimed.account, await isErased(account) {
                await storing { try await store.removeMessage(claimed) }
                return
            }
            try await attempt(message)
        } catch {
            return await record(error, claimed)
        }
        metrics.count(.sent, claimed.kind)
        let wasThere = await storing { try await store.removeMessage(claimed) }
        guard wasThere == false || account != claimed.account else { return }
        // The account may have been erased during the try. Then its message in the file is deleted, too.
        if await isErased(account) { sender.forget(account) }
    }

    private func isErased(_ account: AccountID) async -> Bool {
        await storing { try await store.hasAccount(account) } == false
    }

    /// Makes one attempt. It ends before another process may claim the message.
    private func attempt(_ message: PersonalMessage) async throws(MessageNotSent) {
        let sender = sender
        let outcome = await withTaskGroup(of: Result<Void, MessageNotSent>.self) { group in
            group.addTask {
                do throws(MessageNotSent) { return .success(try await sender.send(message)) } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                // This sleep is cancelled when the other task ends.
                try? await Task.sleep(for: MessageRetries.tryLimit)
                return .failure(MessageNotSent(description: "it was not taken in time"))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(MessageNotSent(description: "it was not tried"))
        }
        try outcome.get()
    }

    private func record(_ failure: MessageNotSent, _ claimed: ClaimedMessage) async {
        let now = clock.now()
        let next = failure.isFinal ? nil : MessageRetries.next(after: claimed.tries, since: claimed.createdAt, at: now)
        if Task.isCancelled {
            // The next start tries the message at once.
            await storing { try await store.delayMessage(claimed, until: now, cause: nil) }
        } else if let next {
            await storing { try await store.delayMessage(claimed, until: next, cause: failure.description) }
            metrics.count(.delayed, claimed.kind)
            logger.info(
                "a message to a user is tried again",
                metadata: ["kind": "\(claimed.kind.rawValue)", "cause": "\(failure.description)"])
        } else if await storing({ try await store.giveUpMessage(claimed, cause: failure.description, at: now) }) == true
        {
            metrics.count(failure.isFinal ? .refused : .abandoned, claimed.kind)
            log(claimed, failure.description)
        }
    }

    private func drop(_ claimed: ClaimedMessage) async {
        guard await storing({ try await store.removeMessage(claimed) }) == true else { return }
        metrics.count(.expired, claimed.kind)
        log(claimed, "its link or code has expired")
    }

    /// Writes a line to the security log, with the account but without the address.
    private func log(_ claimed: ClaimedMessage, _ reason: String) {
        let event = SecurityEvent.messageNotSent
        logger.log(
            level: event.level, "\(event.line)",
            metadata: [
                "event": "\(event.rawValue)", "account": "\(claimed.account)", "kind": "\(claimed.kind.rawValue)",
                "reason": "\(reason)",
            ])
    }

    private func measure() async {
        guard let status = try? await store.messageStatus() else { return }
        metrics.record(status)
    }

    /// Runs a write; nil if it fails. No caller waits for the result, and the message will be due again.
    @discardableResult
    private func storing<Value>(_ body: () async throws -> Value) async -> Value? {
        do { return try await body() } catch {
            let now = clock.now()
            if reports.withLock({ $0.record(at: now, quietUntil: now.adding(seconds: 60)) }) != nil {
                logger.warning("messages to people have to wait", metadata: ["cause": .failure(error)])
            }
            return nil
        }
    }
}

extension MessageStatus {
    var note: String? {
        var parts: [String] = []
        if failing > 0, let failingSince, let failingCause {
            parts.append("\(failing) messages are waiting, the first since \(failingSince.iso8601): \(failingCause)")
        }
        if dead > 0, let lastDeadAt, let lastDeadCause {
            parts.append("\(dead) messages were given up, the last at \(lastDeadAt.iso8601): \(lastDeadCause)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

/// The metrics of messages. They contain nothing that identifies a user.
struct MessageMetrics: Sendable {
    static let messages = "balise_identity_messages_total"
    /// The number of waiting messages and of messages recently given up, for all processes with the same database.
    static let waiting = "balise_identity_messages_waiting"
    static let givenUp = "balise_identity_messages_given_up"

    enum Outcome: String {
        case sent
        case delayed
        /// The receiver refused the message permanently.
        case refused
        /// The message was retried for a day.
        case abandoned
        /// The message's token had expired.
        case expired
    }

    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) { self.factory = factory }

    func count(_ outcome: Outcome, _ kind: MessageKind) {
        factory.makeCounter(
            label: MessageMetrics.messages, dimensions: [("kind", kind.rawValue), ("outcome", outcome.rawValue)]
        ).increment(by: 1)
    }

    func record(_ status: MessageStatus) {
        factory.makeMeter(label: MessageMetrics.waiting, dimensions: []).set(Int64(status.waiting))
        factory.makeMeter(label: MessageMetrics.givenUp, dimensions: []).set(Int64(status.dead))
    }
}

enum MessageRetries {
    static let lifetimeSeconds: Int64 = 24 * 3600
    static let tryLimit = Duration.seconds(240)
    /// How long a process owns a message, in seconds. It is longer than a try, so no other process sends it.
    static let claimSeconds: Int64 = 300
    private static let firstPauseSeconds: Int64 = 5
    private static let maximumPauseSeconds: Int64 = 3600

    /// Returns the time of the next try; nil to give up. `tries` is at least 1; the message was queued at `beginning`.
    static func next(after tries: Int, since beginning: UnixTime, at now: UnixTime) -> UnixTime? {
        var (pause, counted) = (firstPauseSeconds, 1)
        while counted < tries, pause < maximumPauseSeconds { (pause, counted) = (pause * 3, counted + 1) }
        let next = now.adding(seconds: min(pause, maximumPauseSeconds))
        return next < beginning.adding(seconds: lifetimeSeconds) ? next : nil
    }
}
