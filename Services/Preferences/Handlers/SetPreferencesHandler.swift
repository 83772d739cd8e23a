// Answers SetPreferences: a person says what they want to hear of.

import Models

/// Answers `SetPreferences`.
struct SetPreferencesHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: SetPreferences, _ context: MessageContext) async throws -> NotificationPreferences {
        let choices = try service.rules.checked(request.choices)
        return service.answer(
            try await service.store.setPreferences(choices, of: request.account, at: service.clock.now()))
    }
}
