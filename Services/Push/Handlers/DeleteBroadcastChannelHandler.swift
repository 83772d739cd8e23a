import Models

struct DeleteBroadcastChannelHandler: Sendable {
    let service: PushContext

    func handle(_ request: DeleteBroadcastChannel, _ context: MessageContext) async throws -> Done {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        do throws(BroadcastFailure) { try await service.broadcasts.delete(request.channel) } catch {
            throw error.answer
        }
        return Done()
    }
}
