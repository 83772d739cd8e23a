import Models
import ServiceRuntime
import Storage

struct PreferenceContext: Sendable {
    let rules: PreferenceRules
    let store: PreferenceStore
    let clock: any WallClock

    /// Adds the defaults for everything that the user has not set.
    func answer(_ kept: KeptPreferences) -> NotificationPreferences {
        var answer = kept.told
        answer.choices = kept.choices.map(rules.present) ?? rules.defaults
        return answer
    }

    func switches(_ kept: KeptPreferences) -> NotificationKindList {
        let said = answer(kept)
        return NotificationKindList(
            kinds: rules.kinds.switches.map { kind in
                NotificationKindSwitch(
                    name: kind.name, enabled: rules.kinds.isOn(kind, for: said), mandatory: kind.isMandatory)
            })
    }
}
