public import Models
public import ServiceLifecycle

/// A service in a program: created from its environment, then run until it is stopped.
///
/// `init` opens resources and throws if the service cannot work; the program then ends with the error's description as
/// its one line. `run` starts to serve, calls `environment.readiness.markReady()`, waits for the graceful shutdown,
/// drains, closes the resources, and returns. Readiness is already false when the shutdown arrives.
public protocol HostedService: ServiceLifecycle.Service {
    static var name: ServiceName { get }

    /// Whether it stores files in the data folder. A program without such services does not need that folder.
    static var keepsData: Bool { get }

    /// Its files in the data folder that belong in a backup; nil for none.
    static var files: ServiceFiles? { get }

    /// Called before any service of the program runs.
    init(_ environment: ServiceEnvironment) async throws
}

extension HostedService {
    public static var keepsData: Bool { true }
    public static var files: ServiceFiles? { nil }
}

/// A service's files that belong in a backup.
public struct ServiceFiles: Hashable, Sendable {
    /// The name of its database in the data folder.
    public let database: String
    /// The secrets in `keys/` that the database, or a part of it, needs.
    public let secrets: [String]

    public init(database: String, secrets: [String] = []) {
        self.database = database
        self.secrets = secrets
    }
}
