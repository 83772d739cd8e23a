import Models

extension PushContext {
    /// Creates a channel. Only Apple stores it; its id is enough to send to it.
    func createBroadcastChannel(
        _ request: CreateBroadcastChannel, _ context: MessageContext
    ) async throws -> CreateBroadcastChannel.Reply {
        try BroadcastRules.check(request.limits)
        try count(request.apiKey, request.limits, at: clock.now())
        let id = try await broadcasts().create(request)
        return BroadcastChannel(id: id, topic: request.topic, environment: request.environment)
    }

    func deleteBroadcastChannel(_ request: DeleteBroadcastChannel, _ context: MessageContext) async throws -> Done {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        try await broadcasts().delete(request.channel)
        return Done()
    }

    func listBroadcastChannels(
        _ request: ListBroadcastChannels, _ context: MessageContext
    ) async throws -> ListBroadcastChannels.Reply {
        ListBroadcastChannels.Reply(channels: try await broadcasts().all(of: request.topic, in: request.environment))
    }

    /// Sends a broadcast, and replies once Apple has accepted it.
    func sendBroadcast(_ request: SendBroadcast, _ context: MessageContext) async throws -> SendBroadcast.Reply {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        let content = request.content
        try BroadcastRules.check(content)
        let now = clock.now()
        try count(request.apiKey, request.limits, at: now)
        let occasion = RenderedOccasion(id: "", badge: 0, beginsAt: now, endsAt: content.end(from: now))
        guard let preview = try NotificationSizes.previews(of: content, occasion).first else {
            throw ServiceError(.internalFailure, "a broadcast could not be rendered")
        }
        return SendBroadcast.Reply(id: try await broadcasts().send(preview.push, over: request.channel))
    }
}
