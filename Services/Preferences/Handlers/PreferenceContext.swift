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
            return ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
        case .unavailable(let cause):
            // The client is told no more than it can use; the operator needs the reason.
            logger.following(context).error("the store is not available", metadata: ["cause": .failure(cause)])
            return ServiceError(unavailable: cause)
        case .failed(let cause):
            return cause
        }
    }
}
