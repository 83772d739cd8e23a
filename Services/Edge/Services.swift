import MessageBus
import Models

/// The services behind the edge: sends a message and returns its reply.
protocol Services: Sendable {
    /// Sends to the one service that answers this kind of message.
    func send<R: ServiceRequest>(_ request: R, _ context: MessageContext) async throws(BusError)
        -> R.Reply

    /// Sends to the given service, or with an endpoint to exactly that replica.
    func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint?, _ context: MessageContext
    ) async throws(BusError) -> R.Reply
}

extension Services {
    /// Sends to any replica of the given service.
    func send<R: Request>(
        _ request: R, to service: ServiceName, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        try await send(request, to: service, at: nil, context)
    }

    /// Has an act done in the name of the operator with this credential. auth-session authorizes it and writes the
    /// audit log.
    func send<Act: OperatorAct>(
        _ act: Act, to service: ServiceName, by shown: OperatorCredential, _ context: MessageContext
    ) async throws(EdgeError) -> Act.Reply {
        do {
            return try await send(try ActForOperator(act, at: service, by: shown), context).read(to: Act.self)
        } catch let error as BusError {
            throw EdgeError(error, asking: Act.self)
        } catch {
            var failure = EdgeError(.internalFailure, "")
            failure.cause = "the act cannot be coded: \(error)"
            throw failure
        }
    }
}

extension BusClient: Services {}
