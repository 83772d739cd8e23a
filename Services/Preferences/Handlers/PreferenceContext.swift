// What every handler works with: the rules, the store, and the clock.

import Logging
import Models
import ServiceRuntime
import Storage

/// What every handler works with.
struct PreferenceContext: Sendable {
    let rules: PreferenceRules
    let store: PreferenceStore
    let clock: any WallClock
    let logger: Logger

    /// What a person hears of, as far as they have said it, and the defaults for the rest.
    func answer(_ kept: KeptPreferences) -> NotificationPreferences {
        NotificationPreferences(
            choices: kept.choices.map(rules.present) ?? rules.defaults, quietHours: kept.quietHours)
    }

    /// What the caller is told of a failure of the store.
    func answer(to error: PreferenceStoreError, _ context: MessageContext) -> any Error {
        switch error {
        case .accountErased:
            return ServiceError(.accountGone, "the account is not there any more")
        case .overloaded:
            return ServiceError.storeOverloaded
        case .unavailable(let cause):
            return ServiceError(unavailable: cause, to: logger, context)
        case .failed(let cause):
            return cause
        }
    }
}
