import Models

/// Answers `CreateBroadcastChannel`. Only Apple stores the channel; its id is enough to send to it.
struct CreateBroadcastChannelHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: CreateBroadcastChannel, _ context: MessageContext
    ) async throws -> CreateBroadcastChannel.Reply {
        try BroadcastRules.check(request.limits)
        try service.count(request.apiKey, request.limits, at: service.clock.now())
        do throws(BroadcastFailure) {
            let id = try await service.broadcasts.create(request)
            return BroadcastChannel(id: id, topic: request.topic, environment: request.environment)
        } catch { throw error.answer }
    }
}
