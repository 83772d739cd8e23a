public import CoreMetrics
public import Logging
public import MessageBus
import Models
import Synchronization

/// Logs and counts events of the bus. It is fast enough for the bus's thread.
public final class BusEventLog: Sendable {
    private let logger: Logger
    private let isShuttingDown = Atomic(false)
    private let counters: [Kind: Counter]
    private let refusals = RefusalCounts()
    private let connected = Mutex<Set<Endpoint>>([])
    private let metrics: any MetricsFactory
    private let absences: PeerAbsences
    private let now: @Sendable () -> ContinuousClock.Instant

    private enum Kind: String, CaseIterable {
        case handlerFailed = "handler_failed"
        case malformed
        case notPermitted = "not_permitted"
        case falseName = "false_name"
        case unknownKey = "unknown_key"
        case heldReactor = "held_reactor"
        case connected
        case disconnected
        case doesNotAnswer = "does_not_answer"
        case answersAgain = "answers_again"
        case listensAgain = "listens_again"
        case repliesDropped = "replies_dropped"
    }

    /// Counts events as `balise_bus_events_total` by kind, and shows in `balise_bus_peer_up` which addresses of other
    /// services answer.
    /// - Parameter now: The clock for pauses between lines about the same peer.
    public init(
        _ logger: Logger, metrics: any MetricsFactory, absences: PeerAbsences = PeerAbsences(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.logger, self.metrics, self.absences, self.now) = (logger, metrics, absences, now)
        counters = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                let dimensions = [("kind", kind.rawValue)]
                return (kind, Counter(label: "balise_bus_events_total", dimensions: dimensions, factory: metrics))
            })
    }

    /// Records that the program is stopping, so that services that end from now on need no warning.
    public func recordShutdown() {
        isShuttingDown.store(true, ordering: .relaxed)
        for report in refusals.rest() { write(report) }
    }

    func reportRefusals() async {
        while (try? await Task.sleep(for: RefusalCounts.pause)) != nil { flush() }
    }

    func flush() {
        for report in refusals.due(at: now()) { write(report) }
    }

    public func receive(_ event: BusEvent) {
        switch event {
        case .handlerFailed(let service, let code, let requestID, let error):
            count(.handlerFailed)
            logger.error(
                "a handler failed",
                metadata: [
                    LogKey.requestID: .string(requestID), "service": .shown(service), "message": .shown(code),
                    "cause": .failure(error),
                ])
        case .malformedMessages(let count, let reason): refused(.malformed, peer: "unknown", detail: reason, count)
        case .notPermitted(let service, let caller, let code):
            refused(.notPermitted, by: service, peer: caller?.description ?? "unknown", detail: "\(code)")
        case .falseName(let service, let claimed, let key):
            refused(.falseName, by: service, peer: key, detail: "\(claimed)")
        case .unknownKey(let address, let count): refused(.unknownKey, peer: address, detail: "", count)
        case .heldReactor(let code, let duration):
            count(.heldReactor)
            logger.debug(
                "the bus was held up",
                metadata: ["message": .string(code?.description ?? "unknown"), "duration": .string("\(duration)")])
        case .connected(let service, let endpoint):
            count(.connected)
            record(service, at: endpoint, isUp: true)
            connected.withLock { _ = $0.insert(endpoint) }
            absences.record(nil, at: endpoint)
            // Within a process such a line would only repeat the line about the start.
            logger.log(
                level: endpoint.transport == .inproc ? .debug : .info, "connected", metadata: place(service, endpoint))
        case .disconnected(let service, let endpoint, let reason):
            count(.disconnected)
            record(service, at: endpoint, isUp: false)
            absences.record(reason, at: endpoint)
            let metadata = place(service, endpoint).merging(["reason": .shown(reason)]) { $1 }
            if reason.isLasting { return logger.warning("a service cannot be reached", metadata: metadata) }
            // Services that start together connect one after the other, so a missing connection is no loss.
            guard connected.withLock({ $0.contains(endpoint) }) else {
                return logger.info("waits for a service that is not there yet", metadata: metadata)
            }
            let level: Logger.Level = isShuttingDown.load(ordering: .relaxed) ? .debug : .warning
            logger.log(level: level, "disconnected", metadata: metadata)
        case .doesNotAnswer(let service, let endpoint):
            count(.doesNotAnswer)
            record(service, at: endpoint, isUp: false)
            logger.warning(
                "a service does not answer; requests go to its other replicas, or are refused, until it does",
                metadata: place(service, endpoint))
        case .answersAgain(let service, let endpoint):
            count(.answersAgain)
            record(service, at: endpoint, isUp: true)
            logger.notice("a service answers again", metadata: place(service, endpoint))
        case .listensAgain(let service):
            count(.listensAgain)
            logger.warning("the socket file was removed, and is made again", metadata: ["service": .shown(service)])
        case .repliesDropped(let count):
            self.count(.repliesDropped, count)
            logger.warning("replies were dropped", metadata: ["count": .shown(count)])
        }
    }

    /// Logs refusals. Callers may be refused a hundred thousand times, so the log gets one line a minute for each
    /// subject.
    private func refused(
        _ kind: Kind, by service: ServiceName? = nil, peer: String, detail: String, _ amount: Int = 1
    ) {
        count(kind, amount)
        let subject = RefusalCounts.Subject(kind: kind.rawValue, service: service?.description ?? "", peer: peer)
        if let report = refusals.record(subject, detail, amount, at: now()) { write(report) }
    }

    private func write(_ report: RefusalCounts.Report) {
        guard let kind = Kind(rawValue: report.subject.kind) else { return }
        var metadata: Logger.Metadata = ["count": .shown(report.count)]
        if !report.subject.service.isEmpty { metadata["service"] = .string(report.subject.service) }
        switch kind {
        case .malformed:
            metadata["reason"] = .string(report.detail)
            logger.warning("unreadable messages arrived", metadata: metadata)
        case .notPermitted:
            metadata["caller"] = .string(report.subject.peer)
            metadata["message"] = .string(report.detail)
            logger.warning("a message was refused", metadata: metadata)
        case .falseName:
            metadata["claimed"] = .string(report.detail)
            metadata["key"] = .string(report.subject.peer)
            logger.warning("a caller named itself otherwise than its key does", metadata: metadata)
        default:
            metadata["address"] = .string(report.subject.peer)
            logger.warning("a connection with an unknown key was refused", metadata: metadata)
        }
    }

    private func place(_ service: ServiceName, _ endpoint: Endpoint) -> Logger.Metadata {
        ["service": .shown(service), "address": .string(endpoint.text)]
    }

    /// Sets the metric of a service, except within a process, where a service exists as long as its program.
    private func record(_ service: ServiceName, at endpoint: Endpoint, isUp: Bool) {
        guard endpoint.transport != .inproc else { return }
        let dimensions = [("peer", service.description), ("address", endpoint.text)]
        Meter(label: "balise_bus_peer_up", dimensions: dimensions, factory: metrics).set(isUp ? 1 : 0)
    }

    private func count(_ kind: Kind, _ amount: Int = 1) { counters[kind]?.increment(by: amount) }
}

/// Decides when a line is due: for the first refusal at once, then once a minute with the number since the last line.
final class RefusalCounts: Sendable {
    struct Subject: Hashable {
        let kind: String
        let service: String
        let peer: String
    }

    struct Report: Equatable {
        let subject: Subject
        let count: Int
        /// A fact about the last refusal, such as the code of its message.
        let detail: String
    }

    private struct Count {
        var limit = ReportLimit<ContinuousClock.Instant>()
        var detail = ""
    }

    static let pause = Duration.seconds(60)
    /// The largest number of subjects. Beyond it, further callers share a subject of each kind and service.
    private static let maximumSubjects = 256

    private let counts = Mutex<[Subject: Count]>([:])

    /// Counts refusals. Returns the line if one is due now; nil during the pause.
    func record(_ subject: Subject, _ detail: String, _ amount: Int, at now: ContinuousClock.Instant) -> Report? {
        counts.withLock { counts in
            var subject = subject
            if counts[subject] == nil, counts.count >= RefusalCounts.maximumSubjects {
                subject = Subject(kind: subject.kind, service: subject.service, peer: "others")
            }
            var known = counts[subject] ?? Count()
            known.detail = detail
            let count = known.limit.record(amount, at: now, quietUntil: now.advanced(by: RefusalCounts.pause))
            counts[subject] = known
            return count.map { Report(subject: subject, count: $0, detail: detail) }
        }
    }

    /// Returns the lines that are due, and forgets subjects that were quiet since their last line.
    func due(at now: ContinuousClock.Instant) -> [Report] {
        counts.withLock { counts in
            var reports: [Report] = []
            for (subject, var known) in counts where !known.limit.isQuiet(at: now) {
                let count = known.limit.report(at: now, quietUntil: now.advanced(by: RefusalCounts.pause))
                counts[subject] = count.map { _ in known }
                if let count { reports.append(Report(subject: subject, count: count, detail: known.detail)) }
            }
            return reports.sorted { ($0.subject.kind, $0.subject.peer) < ($1.subject.kind, $1.subject.peer) }
        }
    }

    func rest() -> [Report] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts.filter { $0.value.limit.pending > 0 }
                .map { Report(subject: $0.key, count: $0.value.limit.pending, detail: $0.value.detail) }
        }
    }
}
