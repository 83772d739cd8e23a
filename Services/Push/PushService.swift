// The push service: how devices are reached, who is told what, and what became of it.

import Foundation
public import Models
public import ServiceRuntime
import ServiceSettings
public import Storage

/// Knows how devices are reached, resolves who is told of an announcement, and delivers it. Answers the messages of
/// Models/PushTokens, Models/Announcements and Models/Inbox, and follows the feeds of the other services.
public struct PushService: PersistentService {
    public static let name = ServiceName.push
    public static let store: any Store.Type = PushStore.self
    public static let export = PushSchema.export

    private let environment: ServiceEnvironment
    private let database: ServiceDatabase
    /// By which one of several processes works; nil where there is one alone.
    private let lease: DatabaseLease?
    /// Makes what works. With a lease only once that is taken, since it begins where the database stands.
    private let makeActive: @Sendable () async throws -> ActivePush
    /// What works, where it need not wait.
    private let active: ActivePush?
    private let pause: @Sendable (Duration) async throws -> Void

    /// Opens the database `push.sqlite` in the data folder, or the schema of push where `storage` names a PostgreSQL.
    ///
    /// Throws when it cannot be used, or a credential of a provider cannot be read; the description says what to do.
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

    /// - Parameters:
    ///   - gateway: the way to the providers.
    ///   - rotation: replaces its credentials; nil where they stay.
    ///   - countError: gives the error of the next answer to a dry run; nil for random ones.
    ///   - lease: how long this process may work after it was last heard of, where there are several.
    ///   - pause: returns after the given time.
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

    /// Serves until the graceful shutdown, then finishes what it handles, writes down what was sent and closes the
    /// database. Where several processes have the database open it stands by before that until no other one works.
    public func run() async throws {
        if let active { return try await active.run() }
        guard let lease else { return }
        let makeActive = makeActive
        try await ActiveProcess(environment, by: lease, of: database, pause: pause).run {
            try await makeActive().run()
        }
    }
}
