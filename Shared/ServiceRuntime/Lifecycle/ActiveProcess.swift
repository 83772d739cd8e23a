// Work that one of several processes of a service does while the others stand by.

import Foundation
import Logging
import MessageBus
import Models
import ServiceLifecycle
public import Storage

/// Has one of the processes that share a database work, by its lease, while the others stand by.
///
/// A process that stands by has no address on the bus, so that callers find the one that works. It answers `health` on
/// a socket of its own. Work begins with nothing in memory: what a former holder knew is read anew.
public struct ActiveProcess: Sendable {
    private let environment: ServiceEnvironment
    private let lease: DatabaseLease
    private let database: ServiceDatabase
    private let pause: @Sendable (Duration) async throws -> Void

    /// How long a failed renewal waits for the next try, at most.
    private static let maximumRetryPause = Duration.milliseconds(500)

    /// - Parameters:
    ///   - database: The one of the lease. Closed by the work; without work by this.
    ///   - pause: Returns after the given time.
    public init(
        _ environment: ServiceEnvironment, by lease: DatabaseLease, of database: ServiceDatabase,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.environment, self.lease, self.database, self.pause) = (environment, lease, database, pause)
    }

    /// Waits for the lease, then works until the work ends. Returns without having worked when the program is told to
    /// stop before.
    ///
    /// The work ends with an error when the lease is lost. It cannot go on in this process, whose memory may be behind
    /// the database: whoever supervises the program starts it anew, and it stands by.
    ///
    /// - Parameter work: Gives the lease back when it has ended in order (`DatabaseLease.release`), before it closes
    ///   the database.
    /// - Throws: What `work` throws; `LeaseLost`; `StartError` when this program cannot stand by.
    public func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        do {
            guard try await standBy() else { return try database.close() }
            try await whileHolding(work)
        } catch {
            // Nothing is done any more: the others need not wait. Nothing happens when it was given back or lost.
            try? await lease.release()
            try? database.close()
            throw error
        }
    }

    // MARK: Standing by

    /// Waits for the lease; false when the program is told to stop before.
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

    /// The services of one program find each other within it, so that one of them cannot stand by alone. It waits for
    /// as long as a process that has crashed may keep the lease.
    private func refuseToWait(for holder: String, since began: ContinuousClock.Instant) throws(StartError) {
        guard environment.bind.transport == .inproc, lease.options.now() - began > lease.options.duration * 2
        else { return }
        throw .occupied(
            """
            \(holder) works on the database of \(environment.service), and a program with all services cannot be on standby \
            for it: end that one, or run the services as separate processes
            """)
    }

    /// Answers `health`, and nothing else.
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
        /// There is nothing more to renew.
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
                case .ended, .over: break
                case .lost(let error): loss = error
                }
                if case .over = outcome { continue }
                group.cancelAll()
            }
            if let loss { throw loss }
        }
    }

    /// Renews the lease until it is lost or given back, also while the program ends in order.
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
                // It is tried again twice a second.
                environment.logger.log(
                    level: failures == 1 ? .warning : .debug,
                    "the lease could not be renewed; nothing is sent from its end on",
                    metadata: ["cause": "\((error as? StorageError)?.description ?? "\(type(of: error))")"])
            }
            if let loss = cutOff() { return .lost(loss) }
        }
        return .over
    }

    /// Callers that reach a process without its database would be refused again and again while another one works.
    /// Where the services are one program there is no other one to find.
    private func cutOff() -> LeaseLost? {
        guard environment.bind.transport != .inproc, let time = lease.timeSinceRenewal,
            time > lease.options.duration * 2
        else { return nil }
        return LeaseLost(reason: "the database could not be reached for \(time.components.seconds) s")
    }
}

/// A process has to end since it may no longer work.
public struct LeaseLost: Error, CustomStringConvertible {
    let reason: String
    public var description: String {
        "this process has lost its lease (\(reason)); start it again, and it is on standby"
    }
}

/// Where a process that stands by answers `health`.
enum StandbyAddress {
    /// A socket in the data folder, named after the address at which the process listens when it works.
    static func endpoint(of bind: Endpoint, in folder: URL) throws(EndpointError) -> Endpoint {
        let name = bind.address.split(separator: "/").last.map(String.init) ?? bind.address
        return try Endpoint("ipc://" + folder.appendingPathComponent("run/standby-\(name)").path)
    }

    /// The same when there is something at that address.
    static func found(of bind: Endpoint, in folder: URL) -> Endpoint? {
        guard let endpoint = try? endpoint(of: bind, in: folder),
            FileManager.default.fileExists(atPath: endpoint.address)
        else { return nil }
        return endpoint
    }
}
