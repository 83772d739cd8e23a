import HTTPTypes
import MessageBus
import Models
import NIOCore
import OperatorAPI
import ServiceRuntime

func livez(_ call: OperationsCall) -> Answer {
    Answer(.ok, .plainText, ByteBuffer(string: "alive, version \(ServiceProgram.version)\n"))
}

func readyz(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var missing: [String] = []
    var notes: [String] = []
    let own = await call.health.readiness.examine()
    if !own.isReady {
        missing.append(readinessText(.edge, nil, own))
    } else if let note = own.reason {
        notes.append("edge: \(note)\n")
    }
    let reports = await call.health.askReplicas(CheckReadiness(), call.request.context)
    // A single ready replica is enough for a service. An unreachable replica is still reported to operators.
    let ready = Set(reports.filter { $0.value?.isReady == true }.map(\.service))
    for report in reports {
        if ServiceHealth.mayStandBy(report, among: reports) {
            notes.append("\(replicaName(report.service, report.replica)): is on standby, or away\n")
        } else if report.value?.isReady != true {
            let said =
                report.value.map { readinessText(report.service, report.replica, $0) }
                ?? "\(replicaName(report.service, report.replica)) (\(call.health.silence(of: report)))"
            if ready.contains(report.service) { notes.append("not ready: \(said)\n") } else { missing.append(said) }
        } else if let note = report.value?.reason {
            notes.append("\(replicaName(report.service, report.replica)): \(note)\n")
        }
    }
    // Only operators get the details, because a health check needs only the status.
    let isTold = if case .healthCheck = call.caller { false } else { true }
    guard missing.isEmpty else {
        let detail = isTold ? ": \(missing.joined(separator: ", "))" : ""
        throw EdgeError(.unavailable, "not ready\(detail)", retryAfter: 1)
    }
    return Answer(.ok, .plainText, ByteBuffer(string: "ready\n" + (isTold ? notes.joined() : "")))
}

private func readinessText(_ service: ServiceName, _ replica: String?, _ reply: CheckReadiness.Reply) -> String {
    let name = replicaName(service, replica)
    return reply.reason.map { "\(name) (\($0))" } ?? name
}

private func replicaName(_ service: ServiceName, _ replica: String?) -> String {
    replica.map { "\(service) at \($0)" } ?? service.description
}

/// Answers metrics. Parameters `name[]` select metrics, as in Prometheus exporters.
func metrics(_ call: OperationsCall) async -> Answer {
    var text = PrometheusText()
    text.add(await call.health.metrics.read(), of: .edge)
    let reports = await call.health.askReplicas(ReadMetrics(), call.request.context)
    // A replica on standby is no failure. It looks the same as an unreachable replica.
    for report in reports where !ServiceHealth.mayStandBy(report, among: reports) {
        text.add(report.value?.metrics ?? [], of: report.service, replica: report.replica)
        let answered = MetricSample(
            name: "balise_service_up", kind: .gauge, labels: [], value: report.value == nil ? 0 : 1)
        text.add([answered], of: report.service, replica: report.replica)
    }
    let type = HTTPField(name: .contentType, value: "text/plain; version=0.0.4; charset=utf-8")
    return Answer(.ok, type, ByteBuffer(string: text.render(only: Set(call.query.texts("name[]")))))
}

/// Answers the figures of a period. Requests are those of the process that answers.
func getServerHistory(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let period: ServerHistory.Period? = query.word("period")
    try query.finish()
    return .body(await call.history.history(of: period ?? .day, combinesSmall: call.asPublisher == true))
}

func listWarnings(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var warnings = call.health.warnings.latest(of: .edge).map {
        ListedWarning(service: ServiceName.edge.description, warning: $0)
    }
    // A service that does not answer is left out here, because /readyz reports it.
    for report in await call.health.askReplicas(ReadWarnings(), call.request.context) {
        warnings += (report.value?.warnings ?? []).map {
            ListedWarning(service: report.service.description, replica: report.replica, warning: $0)
        }
    }
    return .body(WarningList(warnings: warnings.sorted { $0.warning.at > $1.warning.at }))
}

/// Lists the checks of all processes. The checks of the edge are those of the process that answers.
func listChecks(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let health = call.health
    let edge = ServiceName.edge.description
    async let own = health.readiness.outcomes(triesRemote: true)
    let reports = await health.askReplicas(ReadChecks(), call.request.context, within: ServiceHealth.checksTimeout)
    var checks = await own.map { ListedCheck(service: edge, $0) }
    var versions: [String: String] = [:]
    for report in reports {
        let service = report.service.description
        if let reply = report.value {
            checks += reply.checks.map { ListedCheck(service: service, replica: report.replica, $0) }
            versions[replicaName(report.service, report.replica)] = reply.version
        } else {
            let finding: HealthFinding =
                ServiceHealth.mayStandBy(report, among: reports)
                ? .unknown("is on standby, or away")
                : .failure(health.silence(of: report), "start the service, or look at its log")
            checks.append(ListedCheck(service: service, replica: report.replica, HealthCheck("answer", finding)))
        }
    }
    checks.append(ListedCheck(service: edge, HealthCheck("versions", versionFinding(versions))))
    return .body(CheckList(checks))
}

/// Warns if a process has another version than this edge. `versions` has the versions of the other processes.
func versionFinding(_ versions: [String: String], own: String = ServiceProgram.version) -> HealthFinding {
    let others = versions.filter { $0.value != own }
    guard !others.isEmpty else { return .ok("all processes are of version \(own)") }
    let named = others.map { "\($0.key) of \($0.value)" }.sorted().joined(separator: ", ")
    return .warning("this edge is of version \(own), but \(named)", "finish the upgrade of all processes")
}

/// Lists the settings of the edge's own program. A service in another process may have other settings.
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

struct ServiceHealth: Sendable {
    struct Report<Value: Sendable>: Sendable {
        var service: ServiceName
        /// The address of the replica; nil for a service with a single address.
        var replica: String?
        var value: Value?
    }

    static let timeout = Duration.seconds(2)
    /// The timeout for checks, which ask other systems.
    static let checksTimeout = Duration.seconds(12)

    /// Services that let only one process work at a time. Their other processes do not answer on the bus.
    private static let withOneActive: Set<ServiceName> = [.push]

    let services: any Services
    let peers: [ServiceName: [Endpoint]]
    let readiness: Readiness
    let metrics: MetricsRegistry
    var absences = PeerAbsences()
    var warnings = RecentWarnings()

    /// Returns the end of a sentence, in brackets, about a service that does not answer.
    func silence<Value>(of report: Report<Value>) -> String {
        let places = peers[report.service] ?? []
        let place = places.first { report.replica == nil || $0.text == report.replica }
        guard let place, place.transport != .inproc else { return "no answer" }
        let answer = report.replica == nil ? "no answer at \(place.text)" : "no answer"
        return absences.reason(at: place).map { "\(answer): \($0)" } ?? answer
    }

    /// Asks one replica of each service, in parallel. Use it for the content of databases.
    func ask<R: Request>(
        _ request: R, _ context: MessageContext, within timeout: Duration = ServiceHealth.timeout
    ) async -> [Report<R.Reply>] {
        await ask(request, of: peers.keys.map { ($0, nil) }, context, within: timeout)
    }

    /// Asks all replicas in parallel. Use it for the state of each process.
    func askReplicas<R: Request>(
        _ request: R, _ context: MessageContext, within timeout: Duration = ServiceHealth.timeout
    ) async -> [Report<R.Reply>] {
        let asked = peers.flatMap { service, endpoints -> [(ServiceName, Endpoint?)] in
            endpoints.count > 1 ? endpoints.map { (service, $0) } : [(service, nil)]
        }
        return await ask(request, of: asked, context, within: timeout)
    }

    /// Returns whether a silent replica may be on standby, because another replica of the service answers.
    static func mayStandBy<Value>(_ report: Report<Value>, among reports: [Report<Value>]) -> Bool {
        guard report.value == nil, withOneActive.contains(report.service) else { return false }
        return reports.contains { $0.service == report.service && $0.value != nil }
    }

    private func ask<R: Request>(
        _ request: R, of peers: [(service: ServiceName, replica: Endpoint?)], _ context: MessageContext,
        within timeout: Duration = ServiceHealth.timeout
    ) async -> [Report<R.Reply>] {
        var context = context
        context.timeout = min(context.timeout, timeout)
        let asked = context
        return await withTaskGroup(of: Report<R.Reply>.self) { group in
            for (service, replica) in peers {
                group.addTask {
                    let reply = try? await services.send(request, to: service, at: replica, asked)
                    return Report(service: service, replica: replica?.text, value: reply)
                }
            }
            var reports: [Report<R.Reply>] = []
            for await report in group { reports.append(report) }
            return reports.sorted {
                ($0.service.rawValue, $0.replica ?? "") < ($1.service.rawValue, $1.replica ?? "")
            }
        }
    }
}
