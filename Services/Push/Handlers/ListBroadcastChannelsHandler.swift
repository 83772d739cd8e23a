// Answers ListBroadcastChannels: an operator asks which channels of APNs there are.

import Models

/// Answers `ListBroadcastChannels`.
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
