import HTTPTypes
import Models
import NIOCore
import ServiceRuntime

/// Parameters `name[]` select metrics, as in Prometheus exporters.
func metrics(_ call: OperationsCall) async -> Answer {
    var text = PrometheusText()
    text.add(await call.health.metrics.read(), of: .edge)
    let reports = await call.health.askReplicas(ReadMetrics(), call.request.context)
    // A standby replica is no failure; it looks the same as an unreachable one.
    for report in reports where !ServiceHealth.mayStandBy(report, among: reports) {
        text.add(report.value?.metrics ?? [], of: report.service, replica: report.replica)
        let answered = MetricSample(
            name: "balise_service_up", kind: .gauge, labels: [], value: report.value == nil ? 0 : 1)
        text.add([answered], of: report.service, replica: report.replica)
    }
    let type = HTTPField(name: .contentType, value: "text/plain; version=0.0.4; charset=utf-8")
    return Answer(.ok, type, ByteBuffer(string: text.render(only: Set(call.query.texts("name[]")))))
}
