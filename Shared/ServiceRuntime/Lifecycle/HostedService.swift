import Foundation
import Logging
public import Models
public import ServiceLifecycle
public import Storage

/// A service that a program hosts. `init` opens resources and throws if the service cannot work; the program then ends
/// with the error's description as its one line. `run` starts to serve, calls `environment.readiness.markReady()`,
/// waits for the graceful shutdown, drains, closes the resources, and returns. Readiness is already false when the
/// shutdown arrives.
public protocol HostedService: ServiceLifecycle.Service {
    static var name: ServiceName { get }

    /// Whether the service has files in the data folder. A program without such services does not need that folder.
    static var keepsData: Bool { get }

    /// The service's files in the data folder that belong in a backup; nil if it has none.
    static var files: ServiceFiles? { get }

    /// Returns the address on which the service listens for apps, with the setting of its port; nil if it has none.
    static func publicAddress(_ settings: Settings) -> (host: String, port: Int, setting: String)?

    /// Creates the service, before any service of the program runs.
    init(_ environment: ServiceEnvironment) async throws
}

extension HostedService {
    public static var keepsData: Bool { true }
    public static var files: ServiceFiles? { nil }
    public static func publicAddress(_ settings: Settings) -> (host: String, port: Int, setting: String)? { nil }
}

/// A service's files that belong in a backup.
public struct ServiceFiles: Hashable, Sendable {
    /// The database's name in the data folder.
    public let database: String
    /// The secrets in `keys/` that the database, or a part of it, needs.
    public let secrets: [String]

    public init(database: String, secrets: [String] = []) {
        self.database = database
        self.secrets = secrets
    }
}

struct EndlessService: ServiceLifecycle.Service {
    struct Ended: Error, CustomStringConvertible {
        let service: String
        var description: String { "the \(service) service ended by itself, which is a defect" }
    }

    let service: any HostedService

    func run() async throws {
        try await service.run()
        // A service may end only when the group shuts down or the task is cancelled.
        guard Task.isShuttingDownGracefully || Task.isCancelled else {
            throw Ended(service: type(of: service).name.description)
        }
    }
}

/// Makes readiness false at a shutdown. Last in the group, it is informed first, before the edge stops listening.
struct ReadinessGate: ServiceLifecycle.Service {
    let readinesses: [Readiness]
    /// Called once, when the program is ready.
    let whenReady: @Sendable () -> Void
    let whenShuttingDown: @Sendable () -> Void

    func run() async throws {
        try await withGracefulShutdownHandler {
            for readiness in readinesses { await readiness.untilReady() }
            if readinesses.allSatisfy(\.isReady) { whenReady() }
            try await gracefulShutdown()
        } onGracefulShutdown: {
            for readiness in readinesses { readiness.markShuttingDown() }
            whenShuttingDown()
        }
    }
}

extension ServiceEnvironment {
    /// Turns an error of a store or a rule into a `ServiceError`. A defect becomes its cause, which the bus reports.
    func answer(to error: any Error, _ context: MessageContext) -> any Error {
        let failure = error as? any StoreError
        guard let answer = ServiceError(answering: error) else { return failure?.cause ?? error }
        if let cause = failure?.cause { storeOutage.record(cause, context) }
        return answer
    }
}

extension ServiceError {
    /// Creates the error for an unavailable store. The client gets only what it can use; the log gets the reason.
    public init(unavailable cause: any Error, to outage: StoreOutage, _ context: MessageContext) {
        outage.record(cause, context)
        self.init(unavailable: cause)
    }
}

/// A service with its own database: `<name>.sqlite` in the data folder, or a PostgreSQL schema (setting `storage`).
public protocol PersistentService: HostedService {
    static var store: any Store.Type { get }

    /// The service's tables in the export of an account.
    static var export: AccountExport { get }

    /// The secrets in `keys/` that the database, or a part of it, needs.
    static var secrets: [String] { get }
}

extension PersistentService {
    public static var secrets: [String] { store.secretMadeAfter.map { [$0] } ?? [] }
    public static var files: ServiceFiles? { ServiceFiles(database: databaseName, secrets: secrets) }

    static var databaseName: String { "\(name).sqlite" }

    static func openDatabase(_ settings: Settings) -> OpenedDatabase {
        let location = settings.storage.location(of: name, in: settings.dataDirectory)
        let file = settings.dataDirectory.appendingPathComponent(databaseName)
        return OpenedDatabase { () throws(StorageError) in
            try checkFile(settings)
            return try store.openDatabase(at: location, beside: file)
        }
    }

    /// Throws `moved` or `missing` if the database file was moved or lost. Changes nothing.
    static func checkFile(_ settings: Settings) throws(StorageError) {
        let file = settings.dataDirectory.appendingPathComponent(databaseName)
        let location = settings.storage.location(of: name, in: settings.dataDirectory)
        try MoveMark.check(store, beside: file, opens: location)
    }
}

/// An opened database, or the error that its service throws when it is created.
public typealias OpenedDatabase = Result<ServiceDatabase, StorageError>

/// Opens the databases in parallel, because most of the time is spent waiting for the disk or the server.
func openDatabases(of services: [any HostedService.Type], _ settings: Settings) async -> [ServiceName: OpenedDatabase] {
    await withTaskGroup(of: (ServiceName, OpenedDatabase).self) { group in
        for case let service as any PersistentService.Type in services {
            group.addTask { (service.name, await onThread { service.openDatabase(settings) }) }
        }
        return await group.reduce(into: [:]) { opened, one in opened[one.0] = one.1 }
    }
}

/// Runs `body` on its own thread. The pool has only as many threads as processors, so they must not block.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// Repeats `round` until the task is cancelled.
/// - Parameter pause: Returns when the next round is due; throws when the task is cancelled.
public func repeatUntilCancelled(pausing pause: () async throws -> Void, _ round: () async -> Void) async {
    while !Task.isCancelled {
        await round()
        do { try await pause() } catch { return }
    }
}

/// Returns the value of `body`; nil if it takes longer than `limit`. `body` then continues, and its value is dropped.
func valueWithin<Value: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () async -> Value) async -> Value? {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Value?.self)
    Task { outcome.yield(await body()) }
    let timer = Task {
        // When the value arrives first, its task cancels this timer.
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        outcome.yield(nil)
    }
    defer { timer.cancel() }
    for await value in outcomes { return value }
    return nil
}

/// Wakes a loop of work. Several signals during the work count as one signal.
package struct WorkSignal: Sendable {
    private let signals: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation

    package init() { (signals, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    package func signal() { inlet.yield() }

    /// Does the work at the start, after each signal and after each pause, until the task is cancelled.
    package func run(
        pausing pause: @escaping @Sendable () async throws -> Void, _ work: @escaping @Sendable () async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await repeatUntilCancelled(pausing: pause) { signal() } }
            group.addTask { for await _ in signals { await work() } }
        }
    }
}
