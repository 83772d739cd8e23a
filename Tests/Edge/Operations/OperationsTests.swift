// What the operator's tools see.

import HTTPTypes
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(2))) struct OperationsTests {
    private func ready() -> Readiness {
        let readiness = Readiness()
        readiness.markReady()
        return readiness
    }

    @Test func isAlive() async throws {
        let response = try await withOperations(ScriptedServices()) { try await $0.request("GET", "/livez") }
        #expect(response.status == 200)
        #expect(response.body == "alive\n")
    }

    @Test(
        arguments: [
            (true, CheckReadiness.Reply(isReady: true), nil),
            (false, CheckReadiness.Reply(isReady: true), "not ready: edge (starting)"),
            (true, CheckReadiness.Reply(isReady: false, reason: "opening"), "not ready: location (opening)"),
            (true, nil, "not ready: location (no answer)"),
        ] as [(Bool, CheckReadiness.Reply?, String?)])
    func namesWhoIsNotReady(_ isReady: Bool, _ location: CheckReadiness.Reply?, _ detail: String?) async throws {
        let services = ScriptedServices()
        if let location { services.on(CheckReadiness.self) { _ in location } }
        let response = try await withOperations(services, readiness: isReady ? ready() : Readiness()) { edge in
            try await edge.request("GET", "/readyz")
        }
        #expect(response.status == (detail == nil ? 200 : 503))
        if let detail {
            #expect(
                response.body
                    == #"{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"\#(detail)"}"#)
        } else {
            #expect(response.body == "ready\n")
        }
    }

    @Test func collectsTheMetricsOfAllServices() async throws {
        let services = ScriptedServices()
        services.on(ReadMetrics.self) { _ in
            ReadMetrics.Reply(metrics: [
                MetricSample(name: "a_total", kind: .counter, labels: [["kind", "x\"y"]], value: 3),
                MetricSample(
                    name: "b_seconds", kind: .histogram, labels: [], value: 0.5, bounds: [0.1, 1], counts: [2, 3, 4]),
            ])
        }
        let metrics = MetricsRegistry()
        let family = OperationsFamily(
            Fleet(services: services, peers: [], readiness: Readiness(), metrics: metrics), .sample())
        EdgeMetrics(metrics).note(Families.Match(family: family), status: 404, took: .milliseconds(500))
        let response = try await withOperations(services, metrics: metrics) { try await $0.request("GET", "/metrics") }
        #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        let own = #"balise_http_requests_total{call="unknown",family="operations",status="404",service="edge"} 1"#
        #expect(response.body.contains("# TYPE balise_http_requests_total counter\n\(own)\n"))
        #expect(response.body.contains(#"balise_http_request_duration_seconds_sum{service="edge"} 0.5"#))
        let others = response.body.split(separator: "\n").filter { !$0.contains("balise_http") }
        #expect(
            others.joined(separator: "\n") == """
                # TYPE a_total counter
                a_total{kind="x\\"y",service="location"} 3
                # TYPE b_seconds histogram
                b_seconds_bucket{service="location",le="0.1"} 2
                b_seconds_bucket{service="location",le="1"} 3
                b_seconds_bucket{service="location",le="+Inf"} 4
                b_seconds_sum{service="location"} 0.5
                b_seconds_count{service="location"} 4
                # TYPE balise_service_up gauge
                balise_service_up{service="location"} 1
                """)
    }

    @Test(
        arguments: [
            ("127.0.0.1", nil, true), ("::1", nil, true), ("9.9.9.9", nil, false),
            ("9.9.9.9", "Bearer 0123456789abcdef", true),
            ("9.9.9.9", "Bearer 0123456789abcdeX", false), ("9.9.9.9", "Bearer ", false),
            ("9.9.9.9", "0123456789abcdef", false),
        ] as [(String, String?, Bool)])
    func letsInWhoMayCall(_ address: String, _ authorization: String?, _ isLetIn: Bool) async throws {
        let fleet = Fleet(
            services: ScriptedServices(), peers: [], readiness: Readiness(), metrics: MetricsRegistry())
        let family = OperationsFamily(fleet, .sample(key: Secret("0123456789abcdef")))
        let request = EdgeRequest.sample(from: address, authorization: authorization)
        if isLetIn {
            #expect(try await family.answer(request, at: Place(endpoint: 0)).status == .ok)
        } else {
            await #expect { try await family.answer(request, at: Place(endpoint: 0)) } throws: {
                ($0 as? EdgeError)?.status == .unauthorized
            }
        }
    }
}
