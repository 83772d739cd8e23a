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
        var answer = kept.told
        answer.choices = kept.choices.map(rules.present) ?? rules.defaults
        return answer
    }

    /// The kinds that there are, and of which a person hears.
    func switches(_ kept: KeptPreferences) -> KindSwitches {
        let said = answer(kept)
        return KindSwitches(
            kinds: rules.kinds.all.map { kind in
                KindSwitch(name: kind.name, isOn: rules.kinds.isOn(kind, for: said), isMandatory: kind.isMandatory)
            })
    }
}
