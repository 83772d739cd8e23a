public import Logging
public import MessageBus
public import Models
public import Storage
import Synchronization

/// Stores the security log in `SecurityEventTable`. No caller waits, because events are written in groups. If more than
/// `capacity` events wait for a slow or unwritable database, the oldest are lost, and their number is logged.
public final class SecurityEvents: Sendable {
    static let capacity = 1000
    private static let portion = 2000

    private struct Waiting {
        var events: [KeptSecurityEvent] = []
        var lost = 0

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
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Stores the events of a service.
    /// - Parameter isGone: Whether an account was erased or never existed. Its events are stored without the account.
    public init(
        in database: ServiceDatabase, clock: any WallClock, logger: Logger,
        isGone: @escaping @Sendable (AccountID, Connection) throws -> Bool
    ) {
        (self.database, self.clock, self.logger, self.isGone) = (database, clock, logger, isGone)
    }

    /// Stores an event of this moment, under its name in the log.
    public func record(
        _ event: String, _ account: AccountID? = nil, method: String? = nil, reason: String? = nil,
        network: String? = nil, subject: String? = nil, request: String? = nil
    ) {
        let kept = KeptSecurityEvent(
            number: 0, at: clock.now(), event: event.split(separator: "_").joined(separator: "-"), account: account,
            method: method, reason: reason, network: network, subject: subject, request: request)
        waiting.withLock { $0.add([kept]) }
        signal.yield()
    }

    public func run() async { for await _ in signals { await flush() } }

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
                    // No reference to an account may outlive the account, so these members are left out.
                    var event = event
                    (event.account, event.network, event.subject) = (nil, nil, nil)
                    return event
                }
                try SecurityEventTable(connection: connection).append(present)
            }
        } catch {
            // After an error, the events are written together with the next event.
            waiting.withLock { $0.add(events, inFront: true) }
            logger.warning("the security log cannot be kept", metadata: ["cause": .failure(error)])
        }
    }

    public func prune() async throws {
        let moment = clock.now().adding(seconds: -SecurityEventTable.lifetime)
        let portion = SecurityEvents.portion
        while try await database.write({
            try SecurityEventTable(connection: $0).deleteOld(before: moment, limit: portion)
        }) > 0 {
            try Task.checkCancellation()
        }
    }

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
