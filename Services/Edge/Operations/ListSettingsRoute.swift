// GET /settings: which settings count, and where they come from.

import Models
import OperatorAPI
import ServiceRuntime

/// The settings of the program that has the edge; a service in a process of its own may have others.
func listSettings(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(
        SettingList(
            settings: call.settings.map { setting in
                SettingDescription(
                    name: setting.key.name, variable: setting.key.environmentName, value: setting.value,
                    source: setting.source, default: setting.key.defaultText, allowed: setting.key.allowed,
                    meaning: setting.key.meaning)
            }))
}
