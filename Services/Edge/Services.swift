import MessageBus
import Models

protocol Services: Sendable {
    /// Sends a message to the one service that answers its kind.
    func send<R: ServiceRequest>(_ request: R, _ context: MessageContext) async throws(BusError)
        -> R.Reply

    /// Sends a message to any replica of a service. With an endpoint, sends it to exactly that replica.
    func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint?, _ context: MessageContext
    ) async throws(BusError) -> R.Reply
}

/// The parts that the APIs of the public port share.
struct APIParts: Sendable {
    let services: any Services
    let authenticator: Authenticator
    let attempts: AttemptLimiter
    let clock: any WallClock
}

extension Services {
    /// Like `send`, but throws the error for the client.
    func ask<R: ServiceRequest>(_ request: R, _ context: MessageContext) async throws(EdgeError) -> R.Reply {
        do throws(BusError) { return try await send(request, context) } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// Like `send`, but throws the error for the client.
    func ask<R: Request>(
        _ request: R, of service: ServiceName, _ context: MessageContext
    ) async throws(EdgeError) -> R.Reply {
        do throws(BusError) { return try await send(request, to: service, context) } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    func send<R: Request>(
        _ request: R, to service: ServiceName, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        try await send(request, to: service, at: nil, context)
    }

    /// Sends an act in the name of the operator. auth-session authorizes it and writes the audit log.
    func send<Act: OperatorAct>(
        _ act: Act, to service: ServiceName, by shown: OperatorCredential, _ context: MessageContext
    ) async throws(EdgeError) -> Act.Reply {
        do {
            return try await send(try ActForOperator(act, at: service, by: shown), context).read(to: Act.self)
        } catch let error as BusError {
            throw EdgeError(error, asking: Act.self)
        } catch {
            throw .internalFailure("the act cannot be coded: \(error)")
        }
    }
}

extension BusClient: Services {}

/// The services for APIs that end sessions and API keys. A reply waits until this edge refuses what its message `ends`,
/// so that the client's answer is true.
struct EndingServices: Services {
    let services: any Services
    let authenticator: Authenticator

    func send<R: ServiceRequest>(_ request: R, _ context: MessageContext) async throws(BusError) -> R.Reply {
        let reply = try await services.send(request, context)
        await authenticator.awaitEnds(of: request, context)
        return reply
    }

    func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint?, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        try await services.send(request, to: service, at: endpoint, context)
    }
}
