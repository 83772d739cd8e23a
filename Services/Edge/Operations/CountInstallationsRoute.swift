import Models
import OperatorAPI

/// Auth-session counts sessions. Push counts languages, because only it knows them.
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
