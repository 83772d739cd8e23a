// What the edge needs of the bus.

import MessageBus
import Models

/// The services behind the edge: takes a message and gives its reply.
protocol Services: Sendable {
    /// Sends to the one service that answers this kind of message.
    func send<R: ServiceRequest>(_ request: R, _ context: MessageContext) async throws(BusError)
        -> R.Reply

    /// Sends to a service of the caller's choice, and with an endpoint to that replica of it and no other.
    func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint?, _ context: MessageContext
    ) async throws(BusError) -> R.Reply
}

extension Services {
    /// Sends to whichever replica of a service of the caller's choice.
    func send<R: Request>(
        _ request: R, to service: ServiceName, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        try await send(request, to: service, at: nil, context)
    }
}

extension BusClient: Services {}
