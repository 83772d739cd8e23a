import MessageBus
import Models
import ServiceRuntime

struct ServiceHealth: Sendable {
    struct Report<Value: Sendable>: Sendable {
        var service: ServiceName
        /// The address; nil for a service with one address.
        var replica: String?
        var value: Value?
    }

    static let timeout = Duration.seconds(2)

    /// Other processes of these are on standby and do not answer on the bus.
    private static let withOneActive: Set<ServiceName> = [.push]

    let services: any Services
    let peers: [ServiceName: [Endpoint]]
    let readiness: Readiness
    let metrics: MetricsRegistry
    var absences = PeerAbsences()
    var warnings = RecentWarnings()

    /// The end of a sentence in brackets.
    func silence<Value>(of report: Report<Value>) -> String {
        let places = peers[report.service] ?? []
        let place = places.first { report.replica == nil || $0.text == report.replica }
        guard let place, place.transport != .inproc else { return "no answer" }
        let answer = report.replica == nil ? "no answer at \(place.text)" : "no answer"
        return absences.reason(at: place).map { "\(answer): \($0)" } ?? answer
    }

    /// In parallel, one replica of each: for the content of their databases.
    func ask<R: Request>(_ request: R, _ context: MessageContext) async -> [Report<R.Reply>] {
        await ask(request, of: peers.keys.map { ($0, nil) }, context)
    }

    /// In parallel: for the state of each process.
    func askReplicas<R: Request>(_ request: R, _ context: MessageContext) async -> [Report<R.Reply>] {
        let asked = peers.flatMap { service, endpoints -> [(ServiceName, Endpoint?)] in
            endpoints.count > 1 ? endpoints.map { (service, $0) } : [(service, nil)]
        }
        return await ask(request, of: asked, context)
    }

    /// True if another replica of its service answers.
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
