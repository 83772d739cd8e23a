// The services that the edge answers for on the operations port.

import Models
import ServiceRuntime

/// The edge itself and the services behind it, as the operator's tools see them.
struct ServiceHealth: Sendable {
    /// What one service answered; nil when it did not.
    struct Report<Value: Sendable>: Sendable {
        var service: ServiceName
        var value: Value?
    }

    /// How long one service may take to answer.
    static let timeout = Duration.seconds(2)

    let services: any Services
    /// The services behind the edge, in the order in which they are named.
    let peers: [ServiceName]
    let readiness: Readiness
    let metrics: MetricsRegistry

    /// Asks the same of every service behind the edge, at once.
    func ask<R: Request>(_ request: R, _ context: MessageContext) async -> [Report<R.Reply>] {
        var context = context
        context.timeout = min(context.timeout, ServiceHealth.timeout)
        let asked = context
        return await withTaskGroup(of: Report<R.Reply>.self) { group in
            for peer in peers {
                group.addTask {
                    let reply = try? await services.send(request, to: peer, asked)
                    return Report(service: peer, value: reply)
                }
            }
            var reports: [Report<R.Reply>] = []
            for await report in group { reports.append(report) }
            return reports.sorted { $0.service.rawValue < $1.service.rawValue }
        }
    }
}
