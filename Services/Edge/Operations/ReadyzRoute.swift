import HTTPTypes
import Models
import NIOCore
import ServiceRuntime

func readyz(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var missing: [String] = []
    var notes: [String] = []
    let own = call.health.readiness.reply
    if !own.isReady { missing.append(text(.edge, nil, own)) }
    let reports = await call.health.askReplicas(CheckReadiness(), call.request.context)
    // One replica is enough for a service; an unreachable one is still reported to the operator.
    let ready = Set(reports.filter { $0.value?.isReady == true }.map(\.service))
    for report in reports {
        if ServiceHealth.mayStandBy(report, among: reports) {
            notes.append("\(name(report.service, report.replica)): is on standby, or away\n")
        } else if report.value?.isReady != true {
            let said =
                report.value.map { text(report.service, report.replica, $0) }
                ?? "\(name(report.service, report.replica)) (\(call.health.silence(of: report)))"
            if ready.contains(report.service) { notes.append("not ready: \(said)\n") } else { missing.append(said) }
        } else if let note = report.value?.reason {
            notes.append("\(name(report.service, report.replica)): \(note)\n")
        }
    }
    // Only operators get the details; a health check needs only the status.
    let isTold = if case .healthCheck = call.caller { false } else { true }
    guard missing.isEmpty else {
        let detail = isTold ? ": \(missing.joined(separator: ", "))" : ""
        throw EdgeError(.unavailable, "not ready\(detail)", retryAfter: 1)
    }
    return Answer(.ok, .plainText, ByteBuffer(string: "ready\n" + (isTold ? notes.joined() : "")))
}

private func text(_ service: ServiceName, _ replica: String?, _ reply: CheckReadiness.Reply) -> String {
    let name = name(service, replica)
    return reply.reason.map { "\(name) (\($0))" } ?? name
}

private func name(_ service: ServiceName, _ replica: String?) -> String {
    replica.map { "\(service) at \($0)" } ?? service.description
}
