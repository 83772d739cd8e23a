// Answers SetPreferences: a person says what they want to hear of.

import Models

/// Answers `SetPreferences`.
struct SetPreferencesHandler: Sendable {
    let desk: PreferenceDesk

    func handle(_ request: SetPreferences, _ context: MessageContext) async throws -> NotificationPreferences {
        let choices = try desk.rules.checked(request.choices)
        do throws(PreferenceStoreError) {
            return desk.answer(
                try await desk.store.setChoices(choices, of: request.account, at: desk.clock.now()))
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
