// Sends the messages that wait in the database: after the answer to the request that they are about, so that its time
// does not tell whether there is one.

import CoreMetrics
import Logging
import Models
import ServiceRuntime
import Synchronization

/// Sends the messages that wait in the database, each by one process at a time, and tries those again that could not
/// be sent.
///
/// A message is deleted when its receiver has taken it. A program that dies in between sends it once more, with the
/// same id.
final class MessageQueue: Sendable {
    private let store: IdentityStore
    private let sender: any MessageSender
    private let composer: MessageComposer
    private let metrics: MessageMetrics
    private let clock: any WallClock
    private let logger: Logger
    /// Keeps a failing store from filling the log.
    private let reports = Mutex(ReportLimit<UnixTime>())
    private let signals: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation
    private let underWay = Mutex(0)

    init(
        store: IdentityStore, sender: any MessageSender, composer: MessageComposer, metrics: any MetricsFactory,
        clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.sender = sender
        self.composer = composer
        self.metrics = MessageMetrics(metrics)
        self.clock = clock
        self.logger = logger
        (signals, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Where a message of this kind goes when nobody brings it to its person.
    func file(of kind: MessageKind) -> String? { sender.file(of: kind) }

    /// Looks soon for what is due.
    func signal() { inlet.yield() }

    /// Sends until `finish` is called and what is under way has been sent, or the task is cancelled: then what is under
    /// way waits for the next start.
    ///
    /// - Parameter isAlone: whether no other process can be at work; then messages that a process before had taken are
    ///   taken again at once.
    func run(isAlone: Bool) async {
        if isAlone { await storing { try await store.releaseMessages() } }
        await withDiscardingTaskGroup { group in
            for await _ in signals {
                while let messages = await claim(), !messages.isEmpty {
                    for message in messages { group.addTask { await self.carryOut(message) } }
                }
                // Counting all messages after each one would take long where many wait.
                if underWay.withLock({ $0 == 0 }) { await measure() }
            }
        }
    }

    /// Takes nothing more from the queue.
    func finish() { inlet.finish() }

    /// What an operator has to know of messages; nil while all go their way.
    func note() async -> String? {
        // A failure of the database is reported by the check of the database.
        guard let status = try? await store.messageStatus() else { return nil }
        return status.note
    }

    /// As many messages as the sender takes beside those that are under way.
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
        // An account that was erased while its message was on its way leaves none behind.
        if await isErased(account) { sender.forget(account) }
    }

    private func isErased(_ account: AccountID) async -> Bool {
        await storing { try await store.hasAccount(account) } == false
    }

    /// One try, which ends in time for nobody else to begin another one.
    private func attempt(_ message: PersonalMessage) async throws(MessageNotSent) {
        let sender = sender
        let outcome = await withTaskGroup(of: Result<Void, MessageNotSent>.self) { group in
            group.addTask {
                do throws(MessageNotSent) { return .success(try await sender.send(message)) } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                // Cancelled when the other one is done.
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
            // The next start tries it at once.
            await storing { try await store.delayMessage(claimed, until: now, cause: nil) }
        } else if let next {
            await storing { try await store.delayMessage(claimed, until: next, cause: failure.description) }
            metrics.count(.delayed, claimed.kind)
            logger.info(
                "a message to somebody is tried again",
                metadata: ["kind": "\(claimed.kind.rawValue)", "cause": "\(failure.description)"])
        } else if await storing({ try await store.giveUpMessage(claimed, cause: failure.description, at: now) }) == true
        {
            metrics.count(failure.isFinal ? .refused : .abandoned, claimed.kind)
            log(claimed, failure.description)
        }
    }

    /// What the message would have brought is over.
    private func drop(_ claimed: ClaimedMessage) async {
        guard await storing({ try await store.removeMessage(claimed) }) == true else { return }
        metrics.count(.expired, claimed.kind)
        log(claimed, "what it was to bring is over")
    }

    /// A line of the security log: whose message it was, and nothing of where it was to go.
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

    /// Does something in the store; nil when it fails. Nobody waits for an answer here, and the message becomes due
    /// again.
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
    /// What an operator has to know; nil while all messages go their way.
    var note: String? {
        var parts: [String] = []
        if failing > 0, let failingSince, let failingCause {
            parts.append("\(failing) messages are waiting, the first since \(failingSince.iso8601): \(failingCause)")
        }
        if dead > 0, let lastDeadAt, let lastDeadCause {
            parts.append(
                "\(dead) messages were given up, the last at \(lastDeadAt.iso8601): \(lastDeadCause)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
