// What every handler works with: the rules, the store, and the clock.

import Models
import ServiceRuntime
import Storage

/// What every handler works with.
struct PreferenceContext: Sendable {
    let rules: PreferenceRules
    let store: PreferenceStore
    let clock: any WallClock

    /// What a person hears of, as far as they have said it, and the defaults for the rest.
    func answer(_ kept: KeptPreferences) -> NotificationPreferences {
        NotificationPreferences(
            choices: kept.choices.map(rules.present) ?? rules.defaults, quietHours: kept.quietHours)
    }
}
