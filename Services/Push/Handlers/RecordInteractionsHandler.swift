import Models

/// Answers `RecordInteractions`, even if none of them is counted.
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
