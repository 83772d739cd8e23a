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
}

extension BusClient: Services {}
