// metrics: what all services measure, for Prometheus.

import HTTPTypes
import Models
import NIOCore
import ServiceRuntime

func metrics(_ call: OperationsCall) async -> Answer {
    var text = PrometheusText()
    text.add(call.health.metrics.snapshot(), of: .edge)
    for report in await call.health.ask(ReadMetrics(), call.request.context) {
        text.add(report.value?.metrics ?? [], of: report.service)
        let answered = MetricSample(
            name: "balise_service_up", kind: .gauge, labels: [], value: report.value == nil ? 0 : 1)
        text.add([answered], of: report.service)
    }
    let type = HTTPField(name: .contentType, value: "text/plain; version=0.0.4; charset=utf-8")
    return Answer(.ok, type, ByteBuffer(string: text.render()))
}
