import Foundation
import Logging
import MessageBus
import Models
import ServiceLifecycle
public import Storage

/// Lets only one of several processes with the same database work: the holder of the database's lease. The others wait
/// as standbys. A standby answers `health` on its own socket and has no address on the bus, so callers find only the
/// working process. Work starts with empty memory: everything that an earlier holder knew is read again.
public struct ActiveProcess: Sendable {
    private let environment: ServiceEnvironment
    private let lease: DatabaseLease
    private let database: ServiceDatabase
    private let pause: @Sendable (Duration) async throws -> Void

    /// The longest pause before another try of a failed renewal.
    private static let maximumRetryPause = Duration.milliseconds(500)

    /// Creates the process's role.
    /// - Parameters:
    ///   - database: The database of the lease. The work closes it; if there is no work, this object does.
    public init(
        _ environment: ServiceEnvironment, by lease: DatabaseLease, of database: ServiceDatabase,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.environment, self.lease, self.database, self.pause) = (environment, lease, database, pause)
    }

    /// Waits for the lease, then works until the work ends. Returns at once if the program must stop first. The work
    /// ends with an error when the lease is lost: memory may be behind the database, so the supervisor restarts the
    /// program as a standby.
    /// - Parameter work: Releases the lease after an orderly end (`DatabaseLease.release`), before it closes the
    ///   database.
    /// - Throws: The errors of `work`; `LeaseLost`; `StartError` if this program cannot be a standby.
    public func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        do {
            guard try await standBy() else { return try database.close() }
            try await whileHolding(work)
        } catch {
            // All work has ended, so the other processes need not wait for the lease to expire.
            try? await lease.release()
            try? database.close()
            throw error
        }
    }

    // MARK: Standing by

    /// Waits for the lease. Returns false if the program is stopped before it gets the lease.
    private func standBy() async throws -> Bool {
        try await cancelWhenGracefulShutdown {
            var health: BusServer?
            let outcome: Result<Bool, any Error>
            do { outcome = .success(try await waitForLease(servingHealthAt: &health)) } catch {
                outcome = .failure(error)
            }
            await health?.close()
            return try outcome.get()
        }
    }

    private func waitForLease(servingHealthAt health: inout BusServer?) async throws -> Bool {
        let began = lease.options.now()
        var said: String?
        while !Task.isCancelled {
            do {
                switch try await lease.take() {
                case .taken(let term):
                    environment.logger.notice("this process works from now on", metadata: ["term": "\(term)"])
                    return true
                case .held(let holder):
                    try refuseToWait(for: holder, since: began)
                    if said != holder {
                        environment.logger.notice("on standby for another process", metadata: ["holder": "\(holder)"])
                        environment.readiness.markNotReady("on standby for \(holder)")
                        said = holder
                    }
                }
            } catch let error as StorageError {
                if said != error.description {
                    environment.logger.warning("the lease cannot be looked at", metadata: ["cause": .failure(error)])
                    said = error.description
                }
            }
            if health == nil { health = serveHealth() }
            do { try await pause(lease.options.lookInterval) } catch { break }
        }
        return false
    }

    /// Throws when the wait exceeds the lease of a crashed process. Services in one program find each other within the
    /// program, so a single service of it cannot be a standby.
    private func refuseToWait(for holder: String, since began: ContinuousClock.Instant) throws(StartError) {
        guard environment.bind.transport == .inproc, lease.options.now() - began > lease.options.duration * 2
        else { return }
        throw .occupied(
            """
            \(holder) works on the database of \(environment.service), and a program with all services cannot be on standby \
            for it: end that one, or run the services as separate processes
            """)
    }

    private func serveHealth() -> BusServer? {
        var handlers = HandlerTable()
        let database = database
        handlers.on(CheckReadiness.self, from: [environment.service]) { _, _ in
            let obstacle = await database.findObstacle()?.description
            return CheckReadiness.Reply(isReady: obstacle == nil, reason: obstacle ?? "on standby")
        }
        do {
            let endpoint = try StandbyAddress.endpoint(of: environment.bind, in: environment.settings.dataDirectory)
            return try environment.bus.serve(
                environment.service, at: endpoint, permissions: handlers.permissions, handlers: handlers)
        } catch {
            environment.logger.warning(
                "`health` cannot be answered while this process is on standby", metadata: ["cause": "\(error)"])
            return nil
        }
    }

    // MARK: Working

    private enum Outcome {
        case ended
        case lost(LeaseLost)
        case over
    }

    private func whileHolding(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask {
                try await work()
                return .ended
            }
            group.addTask { await renew() }
            var loss: LeaseLost?
            while let outcome = try await group.next() {
                switch outcome {
                case .over: continue
                case .ended: break
                case .lost(let error): loss = error
                }
                group.cancelAll()
            }
            if let loss { throw loss }
        }
    }

    /// Renews the lease until it is lost or released, also while the program stops.
    private func renew() async -> Outcome {
        var wait = lease.options.renewalInterval
        var failures = 0
        while (try? await pause(wait)) != nil {
            do {
                guard try await lease.renew() else {
                    return lease.isReleased ? .over : .lost(LeaseLost(reason: "another process has taken it over"))
                }
                wait = lease.options.renewalInterval
                if failures > 0 {
                    environment.logger.notice("the lease is renewed again", metadata: ["failures": .shown(failures)])
                }
                failures = 0
            } catch {
                wait = min(lease.options.renewalInterval, ActiveProcess.maximumRetryPause)
                failures += 1
                // Each failed attempt is logged and tried again twice a second.
                environment.logger.log(
                    level: failures == 1 ? .warning : .debug,
                    "the lease could not be renewed; nothing is sent from its end on",
                    metadata: ["cause": "\((error as? StorageError)?.description ?? "\(type(of: error))")"])
            }
            if let loss = cutOff() { return .lost(loss) }
        }
        return .over
    }

    /// Returns the loss if the database was out of reach for two leases. Such a process leaves the bus, because it
    /// would refuse callers while another works. In a program with all services there is no other process.
    private func cutOff() -> LeaseLost? {
        guard environment.bind.transport != .inproc, let time = lease.timeSinceRenewal,
            time > lease.options.duration * 2
        else { return nil }
        return LeaseLost(reason: "the database could not be reached for \(time.components.seconds) s")
    }
}

/// The error if the process must end because it no longer holds the lease.
public struct LeaseLost: Error, CustomStringConvertible {
    let reason: String
    public var description: String {
        "this process has lost its lease (\(reason)); start it again, and it is on standby"
    }
}

enum StandbyAddress {
    /// Returns the standby's socket in the data folder, named after the address of the working process.
    static func endpoint(of bind: Endpoint, in folder: URL) throws(EndpointError) -> Endpoint {
        let name = bind.address.split(separator: "/").last.map(String.init) ?? bind.address
        return try Endpoint("ipc://" + folder.appendingPathComponent("run/standby-\(name)").path)
    }

    static func found(of bind: Endpoint, in folder: URL) -> Endpoint? {
        guard let endpoint = try? endpoint(of: bind, in: folder),
            FileManager.default.fileExists(atPath: endpoint.address)
        else { return nil }
        return endpoint
    }
}

/// How other processes and operators identify this process, for example as the holder of a lease.
public enum ProcessName {
    /// Returns a name with the machine and the process for operators. It differs from the names of all other and
    /// earlier processes.
    public static func unique() -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        return "process \(ProcessInfo.processInfo.processIdentifier) on \(host) (\(number))"
    }

    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "an unnamed machine" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
