import Models

struct GetPreferencesHandler: Sendable {
    let service: PreferenceContext

    func handle(
        _ request: GetPreferences, _ context: MessageContext
    ) async throws -> NotificationPreferences {
        service.answer(try await service.store.getPreferences(request.account))
    }
}
