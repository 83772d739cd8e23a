import Models

extension PushContext {
    /// Only Apple stores the channel; its id is enough to send to it.
    func createBroadcastChannel(
        _ request: CreateBroadcastChannel, _ context: MessageContext
    ) async throws -> CreateBroadcastChannel.Reply {
        try BroadcastRules.check(request.limits)
        try count(request.apiKey, request.limits, at: clock.now())
        do throws(BroadcastFailure) {
            let id = try await broadcasts().create(request)
            return BroadcastChannel(id: id, topic: request.topic, environment: request.environment)
        } catch { throw error.answer }
    }

    func deleteBroadcastChannel(_ request: DeleteBroadcastChannel, _ context: MessageContext) async throws -> Done {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        do throws(BroadcastFailure) { try await broadcasts().delete(request.channel) } catch { throw error.answer }
        return Done()
    }

    func listBroadcastChannels(
        _ request: ListBroadcastChannels, _ context: MessageContext
    ) async throws -> ListBroadcastChannels.Reply {
        do throws(BroadcastFailure) {
            return ListBroadcastChannels.Reply(
                channels: try await broadcasts().all(of: request.topic, in: request.environment))
        } catch { throw error.answer }
    }

    /// Replies once Apple has accepted it.
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
        do throws(BroadcastFailure) {
            return SendBroadcast.Reply(id: try await broadcasts().send(preview.push, over: request.channel))
        } catch { throw error.answer }
    }
}
