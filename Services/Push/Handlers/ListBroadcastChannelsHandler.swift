import Models

struct ListBroadcastChannelsHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: ListBroadcastChannels, _ context: MessageContext
    ) async throws -> ListBroadcastChannels.Reply {
        do throws(BroadcastFailure) {
            return ListBroadcastChannels.Reply(
                channels: try await service.broadcasts.all(of: request.topic, in: request.environment))
        } catch { throw error.answer }
    }
}
