// Answers CountPushLanguages: in which languages are people told of things?

import Models

/// Answers `CountPushLanguages`: a look through all tokens.
struct CountPushLanguagesHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: CountPushLanguages, _ context: MessageContext
    ) async throws -> FoldedCounts {
        try await service.store.countLanguages()
    }
}
