// Answers GetPreferences: what does a person want to hear of?

import Models

/// Answers `GetPreferences`, without waiting: one look at the database.
struct GetPreferencesHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: GetPreferences, _ context: MessageContext) throws -> NotificationPreferences {
        do throws(PreferenceStoreError) {
            return service.answer(try service.store.find(request.account))
        } catch {
            throw service.answer(to: error, context)
        }
    }
}
