// Answers GetPreferences: what does a person want to hear of?

import Models

/// Answers `GetPreferences`, without waiting: one look at the database.
struct GetPreferencesHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: GetPreferences, _ context: MessageContext) throws -> NotificationPreferences {
        service.answer(try service.store.getPreferences(request.account))
    }
}
