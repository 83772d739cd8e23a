import Models
import OperatorAPI
import ServiceRuntime

/// The settings of the edge's own program; a service in another process may have others.
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
