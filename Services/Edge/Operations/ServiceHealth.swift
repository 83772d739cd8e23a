// The services that the edge answers for on the operations port.

import MessageBus
import Models
import ServiceRuntime

/// The edge itself and the services behind it, as the operator's tools see them.
struct ServiceHealth: Sendable {
    /// What one service, or one of its replicas, answered; nil when it did not.
    struct Report<Value: Sendable>: Sendable {
        var service: ServiceName
        /// The address of the replica; nil for a service with one address.
        var replica: String?
        var value: Value?
    }

    /// How long one service may take to answer.
    static let timeout = Duration.seconds(2)

    /// Services of which one process works: the others stand by, and answer nobody on the bus until they work.
    private static let withOneActive: Set<ServiceName> = [.push]

    let services: any Services
    /// The services behind the edge, and where each is reached: several addresses are those of its replicas.
    let peers: [ServiceName: [Endpoint]]
    let readiness: Readiness
    let metrics: MetricsRegistry
    var absences = PeerAbsences()
    /// The latest warnings of this process.
    var warnings = RecentWarnings()

    /// Why a service, or its replica at an address, gives no answer, as the end of a sentence in brackets.
    func silence<Value>(of report: Report<Value>) -> String {
        let places = peers[report.service] ?? []
        let place = places.first { report.replica == nil || $0.text == report.replica }
        guard let place, place.transport != .inproc else { return "no answer" }
        let answer = report.replica == nil ? "no answer at \(place.text)" : "no answer"
        return absences.reason(at: place).map { "\(answer): \($0)" } ?? answer
    }

    /// Asks the same of every service behind the edge, at once: of services with several replicas one of them. For what
    /// stands in their databases.
    func ask<R: Request>(_ request: R, _ context: MessageContext) async -> [Report<R.Reply>] {
        await ask(request, of: peers.keys.map { ($0, nil) }, context)
    }

    /// Asks the same of every replica of every service behind the edge, at once. For what each process says of itself.
    func askReplicas<R: Request>(_ request: R, _ context: MessageContext) async -> [Report<R.Reply>] {
        let asked = peers.flatMap { service, endpoints -> [(ServiceName, Endpoint?)] in
            endpoints.count > 1 ? endpoints.map { (service, $0) } : [(service, nil)]
        }
        return await ask(request, of: asked, context)
    }

    /// Whether a silent replica may be one that stands by: another one of its service answers.
    static func mayStandBy<Value>(_ report: Report<Value>, among reports: [Report<Value>]) -> Bool {
        guard report.value == nil, withOneActive.contains(report.service) else { return false }
        return reports.contains { $0.service == report.service && $0.value != nil }
    }

    private func ask<R: Request>(
        _ request: R, of peers: [(service: ServiceName, replica: Endpoint?)], _ context: MessageContext
    ) async -> [Report<R.Reply>] {
        var context = context
        context.timeout = min(context.timeout, ServiceHealth.timeout)
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
