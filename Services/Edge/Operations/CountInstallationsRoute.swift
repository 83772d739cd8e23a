// GET /installations: which versions of the app, systems and languages are in use.

import Models
import OperatorAPI

/// Sessions are counted by auth-session, and languages by push, the only one that knows them.
func countInstallations(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let since = call.clock.now().adding(seconds: -CountInstallations.activity)
    let installations = try await call.send(CountInstallations(activeSince: since))
    let languages = try await call.send(CountPushLanguages())
    return .body(
        InstallationCounts(
            activeSince: since.date, appVersions: InstallationGroups(installations.appVersions),
            systems: InstallationGroups(installations.systems), pushLanguages: InstallationGroups(languages)))
}

extension InstallationGroups {
    fileprivate init(_ counts: FoldedCounts) {
        self.init(groups: counts.groups.map { Group(name: $0.name, count: $0.count) }, others: counts.others)
    }
}
