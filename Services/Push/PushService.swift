import Foundation
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Registers push devices, resolves audiences of notifications, delivers them. Follows the feeds of other services.
public struct PushService: PersistentService {
    public static let name = ServiceName.push
    public static let store: any Store.Type = PushStore.self
    public static let export = PushSchema.export

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    /// Selects one working process of several; nil with a single one.
    private let lease: DatabaseLease?
    /// Makes the working part. With a lease it is called only after the lease is acquired, because the working part
    /// reads the current database.
    private let makeActive: @Sendable () async throws -> ActivePush
    private let active: ActivePush?
    private let pause: @Sendable (Duration) async throws -> Void

    /// Opens `push.sqlite` in the data folder, or the push schema of the PostgreSQL in `storage`. Throws if the
    /// database or a provider's credential cannot be used, with the remedy in the description.
    public init(_ environment: ServiceEnvironment) async throws {
        let gateways = try PushGateways(
            environment.settings.push,
            secretsIn: environment.settings.dataDirectory.appendingPathComponent("keys"), clock: environment.clock,
            logger: environment.logger)
        let rotation = environment.settings.reload.map { reload in
            CredentialRotation(environment.settings.push, of: gateways, logger: environment.logger) {
                try reload().push
            }
        }
        try await self.init(environment, gateway: gateways, rotation: rotation)
    }

    /// Makes the service from its parts.
    /// - Parameters:
    ///   - rotation: Replaces the gateway's credentials; nil if they are fixed.
    ///   - lease: How long a silent process keeps its lease.
    init(
        _ environment: ServiceEnvironment, gateway: any PushGateway, rotation: CredentialRotation? = nil,
        countError: (@Sendable () -> Int)? = nil, lease options: LeaseOptions = LeaseOptions(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws {
        self.environment = environment
        self.pause = pause
        let database = try environment.openDatabase(of: PushService.self)
        let lease = database.makeLease(holder: ProcessName.unique(), options)
        (self.database, self.lease) = (database, lease)
        makeActive = {
            try await ActivePush(
                environment, on: database, lease: lease, gateway: gateway, rotation: rotation, countError: countError,
                pause: pause)
        }
        active = lease == nil ? try await makeActive() : nil
    }

    /// Runs until the graceful shutdown; then finishes open requests, records the outcomes and closes the database. Of
    /// several processes on one database, all but one wait.
    public func run() async throws {
        if let active { return try await active.run() }
        guard let lease else { return }
        let makeActive = makeActive
        try await ActiveProcess(environment, by: lease, of: database, pause: pause).run {
            try await makeActive().run()
        }
    }
}
