import Foundation
import MessageBus
import Models
import OperatorCommands

struct NotHealthy: Error, CustomStringConvertible {
    let description: String
    var isSilence = false
}

extension ServiceProgram {
    private static let timeout = Duration.seconds(3)
    /// The length in characters to which a printed reason is cut.
    private static let maximumReasonLength = 2000
    /// The time in which another instance may leave the port, such as a program that is ending.
    private static let maximumWaitForOthers = Duration.seconds(2)

    /// Asks again until the program is ready. After `time`, or soon if another instance answers, throws the last refusal.
    func checkHealth(_ settings: Settings, within time: Duration) async throws {
        let begin = ContinuousClock.now
        while true {
            do { return try await checkHealth(settings) } catch {
                let limit = error is NotDone ? min(time, ServiceProgram.maximumWaitForOthers) : time
                guard ContinuousClock.now < begin + limit else { throw error }
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Throws unless the program is ready. An edge is asked on its operations port, any other service over the bus, in
    /// the service's own name.
    func checkHealth(_ settings: Settings) async throws {
        if hostsEdge {
            try checkOverHTTP(settings)
        } else {
            for service in services where try await checkOverBus(service.name, settings) {
                return say("\(name) is on standby")
            }
        }
        say("\(name) is ready")
    }

    private func checkOverHTTP(_ settings: Settings) throws {
        var probe = try settings.operationsProbe(timeout: ServiceProgram.timeout)
        let token = try provenToken(settings, probe)
        probe.key = settings.operations.key ?? token
        let answer = try probe.send("GET", "/readyz", nil)
        guard answer.status != 401 else { throw NotHealthy(description: settings.strangerOnOperationsPort) }
        guard answer.status == 200 else {
            let lines = answer.body.prefix(ServiceProgram.maximumReasonLength).split(whereSeparator: \.isNewline)
            let reason = lines.map { printable(String($0)) }.joined(separator: "\n")
            throw NotHealthy(description: "not ready (status \(answer.status)): \(reason)")
        }
    }

    /// Returns the token of the data folder, after the program has proved that it has the token. Returns nil if there is
    /// none but a key in the settings.
    private func provenToken(_ settings: Settings, _ probe: OperationsProbe) throws -> Secret? {
        let token: Secret?
        // Another user may not read the token. The answer then lacks the reason, and may come from another instance.
        do { token = try OperatorToken.load(in: settings.dataDirectory) } catch { return nil }
        guard let token else {
            guard settings.operations.key == nil else { return nil }
            // A program makes the token before it listens, so a program that answers has another folder.
            _ = try probe.send("GET", "/livez", nil)
            throw NotDone(description: settings.strangerWithoutToken)
        }
        try settings.checkProof(of: token, probe)
        return token
    }

    /// Returns whether the process is a standby for another process of the service.
    private func checkOverBus(_ service: ServiceName, _ settings: Settings) async throws -> Bool {
        let plan = try BusPlan(settings, hosting: [service])
        guard let bind = plan.binds[service] else { throw NotHealthy(description: "\(service) has no address") }
        do {
            try await check(service, at: reachable(bind), settings)
            return false
        } catch let failure as NotHealthy where failure.isSilence {
            // The working process has the address on the bus, so this process is a standby.
            guard let standby = StandbyAddress.found(of: bind, in: settings.dataDirectory) else { throw failure }
            do { try await check(service, at: standby, settings) } catch let answer as NotHealthy {
                throw answer.isSilence ? failure : answer
            }
            return true
        }
    }

    private func check(_ service: ServiceName, at endpoint: Endpoint, _ settings: Settings) async throws {
        var configuration = BusConfiguration(name: service)
        if endpoint.transport == .tcp { configuration.curve = try settings.curve(for: [service]) }
        let bus = try MessageBus(configuration)
        let client = bus.client(as: service, endpoints: [service: endpoint])
        let context = MessageContext(requestID: "health", timeout: ServiceProgram.timeout)
        let reply: CheckReadiness.Reply
        do throws(BusError) {
            reply = try await client.send(CheckReadiness(), to: service, context)
        } catch {
            await bus.shutDown(drain: .zero)
            throw NotHealthy(description: "\(service) does not answer at \(endpoint.text): \(error)", isSilence: true)
        }
        await bus.shutDown(drain: .zero)
        guard reply.isReady else {
            throw NotHealthy(description: "\(service) is not ready: \(reply.reason ?? "no reason given")")
        }
    }

    /// Returns an address that can be called. If a service listens everywhere, this is a local address.
    private func reachable(_ endpoint: Endpoint) throws(EndpointError) -> Endpoint {
        for every in ["0.0.0.0:", "*:"] where endpoint.transport == .tcp && endpoint.address.hasPrefix(every) {
            return try Endpoint("tcp://127.0.0.1:" + endpoint.address.dropFirst(every.count))
        }
        if endpoint.transport == .tcp, endpoint.address.hasPrefix("[::]:") {
            return try Endpoint("tcp://[::1]:" + endpoint.address.dropFirst("[::]:".count))
        }
        return endpoint
    }
}
