// How a service with a database runs: it serves, works beside that until it is told to stop, drains, and closes.

public import MessageBus
import Models
import ServiceLifecycle
public import Storage

extension ServiceEnvironment {
    /// Goes on until its task is cancelled.
    public typealias Loop = @Sendable () async -> Void

    /// How long requests that are being handled may take once the service is told to stop.
    private static let drain = Duration.seconds(3)

    /// Serves until the graceful shutdown, then finishes what is handled and closes the database.
    ///
    /// - Parameters:
    ///   - missingAccounts: For a service that keeps what belongs to accounts.
    ///   - loops: The work beside the requests: feeds to follow, housekeeping. It is cancelled before the requests are
    ///     drained.
    ///   - serving: Called when requests are taken; makes the service ready.
    ///   - drained: Called when no request is handled any more; closes what the handlers used, but for the database.
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
            // Cancelled or told to stop: both mean the same here.
            try? await gracefulShutdown()
            group.cancelAll()
        }
        await server.close(drain: ServiceEnvironment.drain)
        await drained()
        try database.close()
    }
}
