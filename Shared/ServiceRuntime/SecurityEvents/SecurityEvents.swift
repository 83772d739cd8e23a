// Keeps the lines of a service's security log in its database, where an operator finds them.

public import Logging
public import MessageBus
public import Models
public import Storage
import Synchronization

/// Keeps what the security log tells, in the table of `SecurityEventTable`.
///
/// Nobody waits for that: what happens meanwhile is written together with the next ones. Of a burst that the database
/// does not keep up with, and while it cannot be written, the oldest are lost, and the log says how many.
public final class SecurityEvents: Sendable {
    /// How many events wait to be written at most.
    static let capacity = 1000
    /// The most rows that are deleted in one transaction.
    private static let portion = 2000

    private struct Waiting {
        var events: [KeptSecurityEvent] = []
        var lost = 0

        /// Takes events in, and leaves out the oldest beyond the bound.
        mutating func add(_ more: [KeptSecurityEvent], inFront: Bool = false) {
            if inFront { events = more + events } else { events += more }
            let excess = max(0, events.count - SecurityEvents.capacity)
            events.removeFirst(excess)
            lost += excess
        }
    }

    private let database: ServiceDatabase
    private let clock: any WallClock
    private let logger: Logger
    private let isGone: @Sendable (AccountID, Connection) throws -> Bool
    private let waiting = Mutex(Waiting())
    private let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - database: Where the service has the table.
    ///   - isGone: Whether an account was erased, or was never there. What is told of it is kept without it.
    public init(
        in database: ServiceDatabase, clock: any WallClock, logger: Logger,
        isGone: @escaping @Sendable (AccountID, Connection) throws -> Bool
    ) {
        self.database = database
        self.clock = clock
        self.logger = logger
        self.isGone = isGone
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Keeps an event that happens now.
    ///
    /// - Parameter event: As the log calls it; kept with hyphens.
    public func record(
        _ event: String, _ account: AccountID? = nil, method: String? = nil, reason: String? = nil,
        network: String? = nil, subject: String? = nil, request: String? = nil
    ) {
        let kept = KeptSecurityEvent(
            number: 0, at: clock.now(), event: event.split(separator: "_").joined(separator: "-"), account: account,
            method: method, reason: reason, network: network, subject: subject, request: request)
        waiting.withLock { $0.add([kept]) }
        continuation.yield()
    }

    /// Writes what comes until its task is cancelled.
    public func run() async { for await _ in signals { await flush() } }

    /// Writes what waits.
    public func flush() async {
        let (events, lost) = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return (waiting.events, waiting.lost)
        }
        if lost > 0 {
            logger.warning("events of the security log are lines alone, and not kept", metadata: ["count": "\(lost)"])
        }
        guard !events.isEmpty else { return }
        let isGone = isGone
        do {
            try await database.write { connection in
                let present = try events.map { event in
                    guard let account = event.account, try isGone(account, connection) else { return event }
                    // Nothing of it may outlive the account.
                    var event = event
                    (event.account, event.network, event.subject) = (nil, nil, nil)
                    return event
                }
                try SecurityEventTable(connection: connection).append(present)
            }
        } catch {
            // They are written with the next one.
            waiting.withLock { $0.add(events, inFront: true) }
            logger.warning("the security log cannot be kept", metadata: ["cause": .failure(error)])
        }
    }

    /// Deletes what is older than `SecurityEventTable.lifetime`.
    public func prune() async throws {
        let moment = clock.now().adding(seconds: -SecurityEventTable.lifetime)
        let portion = SecurityEvents.portion
        while try await database.write({
            try SecurityEventTable(connection: $0).deleteOld(before: moment, limit: portion)
        }) > 0 {
            try Task.checkCancellation()
        }
    }

    /// Has operators answered who look at it.
    public func serve(in handlers: inout HandlerTable) {
        let database = database
        handlers.onPool(ListSecurityEvents.self, from: [.edge]) { request, _ in
            guard ListSecurityEvents.limits.contains(request.limit) else {
                throw ServiceError(.invalidRequest, "limit has to be from 1 to \(ListSecurityEvents.limits.upperBound)")
            }
            let found = try await database.readSnapshot {
                try SecurityEventTable(connection: $0).events(
                    of: request.account, kind: request.event, before: request.before ?? .max, limit: request.limit + 1)
            }
            let events = Array(found.prefix(request.limit))
            return ListSecurityEvents.Reply(
                events: events, next: found.count > request.limit ? events.last?.number : nil)
        }
    }
}
