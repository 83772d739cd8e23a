// Answers GetPreferences: what does a person want to hear of?

import Models

/// Answers `GetPreferences`: one look at the database.
struct GetPreferencesHandler: Sendable {
    let service: PreferenceContext

    func handle(
        _ request: GetPreferences, _ context: MessageContext
    ) async throws -> NotificationPreferences {
        service.answer(try await service.store.getPreferences(request.account))
    }
}
