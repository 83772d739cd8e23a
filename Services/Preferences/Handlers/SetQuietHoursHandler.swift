// Answers SetQuietHours: a person says when they want to be left in peace.

import Models

/// Answers `SetQuietHours`.
struct SetQuietHoursHandler: Sendable {
    let desk: PreferenceDesk

    func handle(_ request: SetQuietHours, _ context: MessageContext) async throws -> NotificationPreferences {
        if let hours = request.quietHours { try PreferenceRules.check(hours) }
        do throws(PreferenceStoreError) {
            return desk.answer(
                try await desk.store.setQuietHours(request.quietHours, of: request.account, at: desk.clock.now()))
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
