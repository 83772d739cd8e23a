// readyz: whether all services can do their work.

import HTTPTypes
import Models
import NIOCore
import ServiceRuntime

func readyz(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var missing: [String] = []
    var notes: [String] = []
    let own = call.health.readiness.reply
    if !own.isReady { missing.append(text(.edge, own)) }
    for report in await call.health.ask(CheckReadiness(), call.request.context) {
        if report.value?.isReady != true {
            missing.append(text(report.service, report.value))
        } else if let note = report.value?.reason {
            notes.append("\(report.service): \(note)\n")
        }
    }
    // What is the matter is for the operator; a health check of somebody else needs only the status.
    let isTold = if case .healthCheck = call.caller { false } else { true }
    guard missing.isEmpty else {
        let detail = isTold ? ": \(missing.joined(separator: ", "))" : ""
        throw EdgeError(.unavailable, "not ready\(detail)", retryAfter: 1)
    }
    return Answer(.ok, .plainText, ByteBuffer(string: "ready\n" + (isTold ? notes.joined() : "")))
}

private func text(_ service: ServiceName, _ reply: CheckReadiness.Reply?) -> String {
    guard let reply else { return "\(service) (no answer)" }
    return reply.reason.map { "\(service) (\($0))" } ?? "\(service)"
}
