import Models

struct SetPreferencesHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: SetPreferences, _ context: MessageContext) async throws -> NotificationPreferences {
        let choices = try service.rules.checked(request.choices)
        return service.answer(
            try await service.store.setPreferences(choices, of: request.account, at: service.clock.now()))
    }
}
