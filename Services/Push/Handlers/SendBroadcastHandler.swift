import Models

/// Answers `SendBroadcast` once Apple has accepted it.
struct SendBroadcastHandler: Sendable {
    let service: PushContext

    func handle(_ request: SendBroadcast, _ context: MessageContext) async throws -> SendBroadcast.Reply {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        let content = request.content
        try BroadcastRules.check(content)
        let now = service.clock.now()
        try service.count(request.apiKey, request.limits, at: now)
        let occasion = RenderedOccasion(id: "", badge: 0, beginsAt: now, endsAt: content.end(from: now))
        guard let preview = try NotificationSizes.previews(of: content, occasion).first else {
            throw ServiceError(.internalFailure, "a broadcast could not be rendered")
        }
        do throws(BroadcastFailure) {
            return SendBroadcast.Reply(id: try await service.broadcasts.send(preview.push, over: request.channel))
        } catch { throw error.answer }
    }
}
