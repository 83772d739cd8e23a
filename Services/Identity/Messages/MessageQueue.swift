// Messages that wait to be sent. They are sent after the answer, so that its time does not tell whether there is one.

import CoreMetrics
import Logging
import Models
import Synchronization

/// Sends messages after the request that caused them has been answered.
///
/// They wait in memory: what is on its way when the program dies is lost, and its person asks again.
final class MessageQueue: Sendable {
    /// What is to be done after an answer; `message` is nil when there is nobody to tell.
    struct Job: Sendable {
        let message: PersonalMessage?
        /// Whose message it is; for the log.
        let account: AccountID?
        let logger: Logger
    }

    /// The most messages on their way at a time.
    static let capacity = 256

    private let sender: any MessageSender
    private let metrics: any MetricsFactory
    private let jobs: AsyncStream<Job>
    private let inlet: AsyncStream<Job>.Continuation
    private let underWay = Mutex(0)

    init(_ sender: any MessageSender, metrics: any MetricsFactory) {
        self.sender = sender
        self.metrics = metrics
        (jobs, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(MessageQueue.capacity))
    }

    /// Takes a job and returns at once. Over the bound the message is dropped, and the log says so.
    func submit(_ job: Job) {
        let hasRoom = underWay.withLock { count in
            guard count < MessageQueue.capacity else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return drop(job, "too many are on their way") }
        if case .enqueued = inlet.yield(job) { return }
        underWay.withLock { $0 -= 1 }
        drop(job, "the service is stopping")
    }

    /// Sends until `finish` is called and all has been sent, or the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask { await self.carryOut(job) }
            }
        }
    }

    /// Takes no more jobs.
    func finish() { inlet.finish() }

    private func carryOut(_ job: Job) async {
        defer { underWay.withLock { $0 -= 1 } }
        guard let message = job.message else { return }
        do throws(MessageNotSent) {
            try await sender.send(message)
            count("sent", message)
        } catch {
            count("failed", message)
            // Nobody waits for an answer here; the person asks again, and the operator finds this line.
            log(job, "a message could not be sent", error.description)
        }
    }

    private func drop(_ job: Job, _ reason: String) {
        guard let message = job.message else { return }
        count("dropped", message)
        log(job, "a message was dropped", reason)
    }

    private func log(_ job: Job, _ line: Logger.Message, _ cause: String) {
        var metadata: Logger.Metadata = ["event": "message_not_sent", "cause": "\(cause)"]
        if let account = job.account { metadata["account"] = "\(account)" }
        job.logger.error(line, metadata: metadata)
    }

    private func count(_ outcome: String, _ message: PersonalMessage) {
        let dimensions = [("kind", message.kind.rawValue), ("outcome", outcome)]
        metrics.makeCounter(label: "balise_identity_messages_total", dimensions: dimensions).increment(by: 1)
    }
}
