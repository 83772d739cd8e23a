public import MessageBus
import Models
import ServiceLifecycle
public import Storage

extension ServiceEnvironment {
    /// Runs until its task is cancelled.
    public typealias Loop = @Sendable () async -> Void

    /// The time limit for running requests after the stop.
    private static let drain = Duration.seconds(3)

    /// Serves until the graceful shutdown, then finishes running requests and closes the database.
    /// - Parameters:
    ///   - loops: Feeds to follow, housekeeping; cancelled before the requests are drained.
    ///   - serving: Called when requests are accepted; marks the service as ready.
    ///   - drained: Called when no request is running; closes the handlers' resources except the database.
    public func run(
        _ handlers: HandlerTable, on database: ServiceDatabase, missingAccounts: MissingAccounts? = nil,
        beside loops: [Loop], serving: (Readiness) -> Void = { $0.markReady() },
        drained: () async -> Void = {}
    ) async throws {
        var handlers = handlers
        handlers.on(SettleAct.self, from: [.authSession]) { request, _ in
            SettleAct.Reply(isDone: try await database.write { try PerformedActTable.settle(request.act, in: $0) })
        }
        let server = try serve(handlers, missingAccounts: missingAccounts)
        serving(readiness)
        await withTaskGroup { group in
            for loop in loops { group.addTask { await loop() } }
            group.addTask { await storeOutage.watch(database) }
            // Cancelled or stopped: both mean the same here.
            try? await gracefulShutdown()
            group.cancelAll()
        }
        await server.close(drain: ServiceEnvironment.drain)
        await drained()
        try database.close()
    }
}
