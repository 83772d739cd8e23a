// Answers RecordInteractions: a person has opened or dismissed notifications.

import Models

/// Answers `RecordInteractions`, whatever of it is counted.
struct RecordInteractionsHandler: Sendable {
    let service: PushContext

    func handle(_ request: RecordInteractions, _ context: MessageContext) async throws -> Done {
        let limits = RecordInteractions.limits
        guard limits.contains(request.interactions.count) else {
            throw ServiceError(
                .invalidRequest,
                "tell of \(limits.lowerBound) to \(limits.upperBound) interactions at a time")
        }
        try await service.store.record(request.interactions, of: request.account, at: service.clock.now())
        return Done()
    }
}
