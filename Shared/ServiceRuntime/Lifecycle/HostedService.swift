// What a service is to the program that hosts it.

public import Models
public import ServiceLifecycle

/// A service as a program hosts it: made from its environment, then run until it is told to stop.
///
/// `init` opens what the service needs and throws when it cannot work; the program then ends with the error's
/// description as its one line. `run` starts to serve, calls `environment.readiness.markReady()`, waits for the
/// graceful shutdown, drains, closes what `init` opened, and returns. Readiness is already false when the shutdown
/// reaches it.
public protocol HostedService: ServiceLifecycle.Service {
    /// Its name on the bus.
    static var name: ServiceName { get }

    /// Whether it keeps files in the data folder. A program whose services do not, works without that folder.
    static var keepsData: Bool { get }

    /// What of its files in the data folder belongs into a backup; nil when nothing does.
    static var files: ServiceFiles? { get }

    /// Opens what the service needs. Called before any service of the program runs.
    init(_ environment: ServiceEnvironment) async throws
}

extension HostedService {
    public static var keepsData: Bool { true }
    public static var files: ServiceFiles? { nil }
}

/// The files of a service that belong into a backup.
public struct ServiceFiles: Hashable, Sendable {
    /// The name of its database in the data folder.
    public let database: String
    /// The names of the secrets in `keys/` without which the database, or a part of it, is worth nothing.
    public let secrets: [String]

    public init(database: String, secrets: [String] = []) {
        self.database = database
        self.secrets = secrets
    }
}
