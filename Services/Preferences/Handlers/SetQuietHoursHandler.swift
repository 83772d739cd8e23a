import Models

struct SetQuietHoursHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: SetQuietHours, _ context: MessageContext) async throws -> NotificationPreferences {
        if let hours = request.quietHours { try PreferenceRules.check(hours) }
        return service.answer(
            try await service.store.setQuietHours(request.quietHours, of: request.account, at: service.clock.now()))
    }
}
