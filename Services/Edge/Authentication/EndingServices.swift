import MessageBus
import Models

/// Used by APIs that end sessions and API keys. A reply waits until this edge refuses what its message `ends`, so that the
/// client's answer is true.
struct EndingServices: Services {
    let services: any Services
    let authenticator: Authenticator

    func send<R: ServiceRequest>(
        _ request: R, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
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
