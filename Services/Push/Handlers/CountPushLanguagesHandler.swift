import Models

/// Answers `CountPushLanguages`, which scans all tokens.
struct CountPushLanguagesHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: CountPushLanguages, _ context: MessageContext
    ) async throws -> FoldedCounts {
        try await service.store.countLanguages()
    }
}
