public import Logging
public import MessageBus
public import Models
public import Storage

/// Reports to identity what a service has erased. Unreported erasures are in the service's database until identity has
/// answered; several processes that share it may all report: duplicates have no effect.
public final class ErasureReports: Sendable {
    private static let shortestPause = Duration.milliseconds(100)
    private static let maximumPause = Duration.seconds(10)
    private static let timeout = Duration.seconds(5)

    private let service: ServiceName
    private let database: ServiceDatabase
    private let client: BusClient
    private let logger: Logger
    private let clock: any FeedClock
    private let isSettled: @Sendable (Connection) throws -> Bool
    private let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - database: It contains `ErasureReportTable` and the cursor of the accounts feed.
    ///   - isSettled: Whether every erasure up to the cursor was carried out; false while accounts are missing in the feed, or
    ///     it is read again.
    public init(
        of service: ServiceName, in database: ServiceDatabase, through client: BusClient, logger: Logger,
        clock: any FeedClock = ContinuousFeedClock(), isSettled: @escaping @Sendable (Connection) throws -> Bool
    ) {
        self.service = service
        self.database = database
        self.client = client
        self.logger = logger
        self.clock = clock
        self.isSettled = isSettled
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        // There may be erasures from before the start.
        continuation.yield()
    }

    public func signal() { continuation.yield() }

    public func run() async {
        var pause = ErasureReports.shortestPause
        for await _ in signals {
            while !Task.isCancelled {
                do {
                    while try await report() {}
                    pause = ErasureReports.shortestPause
                    break
                } catch {
                    // Identity may be away, or too old to know the message.
                    logger.debug("what was erased cannot be reported yet", metadata: ["cause": .failure(error)])
                    // If cancelled during the sleep, the loop ends.
                    try? await clock.sleep(for: pause)
                    pause = min(pause * 2, ErasureReports.maximumPause)
                }
            }
        }
    }

    private func report() async throws -> Bool {
        let limit = ConfirmErasures.maximumAccounts
        // One state of the database: an erasure up to the cursor is among the erased ones, or had no rows.
        let (erased, cursor) = try await database.readSnapshot { connection in
            let erased = try ErasureReportTable.pending(limit: limit, in: connection)
            let isAll = try erased.count < limit && isSettled(connection)
            return (erased, isAll ? try FeedCursorTable.read(AccountChange.feed, in: connection) : nil)
        }
        guard !erased.isEmpty || cursor != nil else { return false }
        let report = ConfirmErasures(reporter: service, through: cursor, erased: erased)
        let context = MessageContext(requestID: "erasures-\(service)", timeout: ErasureReports.timeout)
        _ = try await client.send(report, to: .identity, context)
        guard !erased.isEmpty else { return false }
        try await database.write { try ErasureReportTable.forget(erased, in: $0) }
        return erased.count == limit
    }
}
