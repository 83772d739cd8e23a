// Answers GetPreferences: what does a person want to hear of?

import Models

/// Answers `GetPreferences`, without waiting: one look at the database.
struct GetPreferencesHandler: Sendable {
    let desk: PreferenceDesk

    func handle(_ request: GetPreferences, _ context: MessageContext) throws -> NotificationPreferences {
        do throws(PreferenceStoreError) {
            return desk.answer(try desk.store.find(request.account))
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
