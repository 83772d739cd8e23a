import Models
import OperatorAPI
import ServiceRuntime

func listWarnings(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var warnings = call.health.warnings.latest(of: .edge).map { ListedWarning($0, of: .edge, nil) }
    // /readyz reports a service that does not answer.
    for report in await call.health.askReplicas(ReadWarnings(), call.request.context) {
        warnings += (report.value?.warnings ?? []).map { ListedWarning($0, of: report.service, report.replica) }
    }
    return .body(WarningList(warnings: warnings.sorted { $0.at > $1.at }))
}

extension ListedWarning {
    fileprivate init(_ warning: LoggedWarning, of service: ServiceName, _ replica: String?) {
        self.init(
            service: service.description, replica: replica, at: warning.at.date, level: warning.level,
            text: warning.text)
    }
}
