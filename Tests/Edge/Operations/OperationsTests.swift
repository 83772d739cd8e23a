@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct OperationsTests {
    private func ready() -> Readiness {
        let readiness = Readiness()
        readiness.markReady()
        return readiness
    }

    private func ask(
        _ path: String, _ services: ScriptedServices, _ peers: [ServiceName: [Endpoint]]
    ) async throws -> TestResponse {
        try await withOperations(services, peers: peers, readiness: ready()) { try await $0.request("GET", path) }
    }

    @Test(
        "The operations port tells a caller of an app's path that this is the wrong port",
        arguments: ["/api/v1/auth/login", "/v1/GetLocation", "/ecovelo/me", "/oauth/token"])
    func namesTheOtherPort(_ path: String) async throws {
        try await withOperations(ScriptedServices()) { edge in
            for (token, status) in [(edge.authorization, 404), ("Bearer of-an-app", 401), (nil, 401)] {
                var edge = edge
                edge.authorization = token
                let response = try await edge.post(path, "{}")
                #expect(response.status == status && response.body.contains("this is the operations port"), "\(status)")
            }
            #expect(try await !edge.request("GET", "/nope").body.contains("operations port"))
        }
    }

    @Test(
        arguments: [
            (true, CheckReadiness.Reply(isReady: true), nil),
            (false, CheckReadiness.Reply(isReady: true), "not ready: edge (starting)"),
            (true, CheckReadiness.Reply(isReady: false, reason: "opening"), "not ready: location (opening)"),
            (true, nil, "not ready: location (no answer)"),
        ] as [(Bool, CheckReadiness.Reply?, String?)])
    func namesTheServiceThatIsNotReady(_ isReady: Bool, _ location: CheckReadiness.Reply?, _ detail: String?)
        async throws
    {
        let services = ScriptedServices()
        if let location { services.on(CheckReadiness.self) { _ in location } }
        let response = try await withOperations(services, readiness: isReady ? ready() : Readiness()) { edge in
            try await edge.request("GET", "/readyz")
        }
        #expect(response.status == (detail == nil ? 200 : 503))
        if let detail {
            response.expect(
                body: #"{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"\#(detail)","#
                    + #""requestId":"\#(response.requestID)"}"#)
        } else {
            #expect(response.body == "ready\n")
        }
    }

    @Test("A service with one replica is ready, and the answer names the missing one")
    func oneReplicaIsEnough() async throws {
        let (first, second) = (try Endpoint("tcp://a:7404"), try Endpoint("tcp://b:7404"))
        let services = ScriptedServices().answering(CheckReadiness.self) { _ in CheckReadiness.Reply(isReady: true) }
        services.on(ReadMetrics.self) { _ in
            ReadMetrics.Reply(metrics: [MetricSample(name: "a_total", kind: .counter, labels: [], value: 3)])
        }
        services.vanish(at: second)
        let peers: [ServiceName: [Endpoint]] = [.location: [first, second]]
        let ready = try await ask("/readyz", services, peers)
        #expect(ready.status == 200 && ready.body == "ready\nnot ready: location at tcp://b:7404 (no answer)\n")
        let metrics = try await ask("/metrics", services, peers)
        #expect(metrics.body.contains(#"balise_service_up{service="location",replica="tcp://a:7404"} 1"#))
        #expect(metrics.body.contains(#"balise_service_up{service="location",replica="tcp://b:7404"} 0"#))
        #expect(metrics.body.contains(#"a_total{service="location",replica="tcp://a:7404"} 3"#))
        let asked = try await ask("/metrics?name%5B%5D=a_total&name%5B%5D=b_total", services, peers)
        #expect(asked.body.contains("a_total{") && !asked.body.contains("balise_service_up"))

        services.vanish(at: first)
        let away = try await ask("/readyz", services, peers)
        #expect(away.status == 503)
        #expect(
            away.body.contains("not ready: location at tcp://a:7404 (no answer), location at tcp://b:7404 (no answer)"))
    }

    @Test("The answer names the address of a silent service, and the reason if it is known")
    func silence() async throws {
        let (one, other) = (try Endpoint("tcp://a:7404"), try Endpoint("ipc:///run/identity.sock"))
        let absences = PeerAbsences()
        absences.record(.ourKeyIsUnknown, at: one)
        for peers in [[.location: [one], .identity: [other]], [.location: [one, other]]] as [[ServiceName: [Endpoint]]]
        {
            let services = ScriptedServices()
            for peer in [one, other] { services.vanish(at: peer) }
            let response = try await withOperations(
                services, peers: peers, readiness: ready(), absences: absences
            ) { try await $0.request("GET", "/readyz") }
            #expect(response.status == 503)
            let reason = "the service does not know our key"
            if peers.count == 2 {
                #expect(response.body.contains("location (no answer at tcp://a:7404: \(reason))"))
                #expect(response.body.contains("identity (no answer at ipc:///run/identity.sock)"))
            } else {
                #expect(response.body.contains("location at tcp://a:7404 (no answer: \(reason))"))
            }
        }
    }

    @Test("Push is ready with one working process, and standby processes are no failure")
    func onePushWorks() async throws {
        let (first, second) = (try Endpoint("tcp://a:7406"), try Endpoint("tcp://b:7406"))
        let services = ScriptedServices().answering(CheckReadiness.self) { _ in CheckReadiness.Reply(isReady: true) }
        services.on(ReadMetrics.self) { _ in ReadMetrics.Reply(metrics: []) }
        services.vanish(at: second)
        let peers: [ServiceName: [Endpoint]] = [.push: [first, second]]
        let ready = try await ask("/readyz", services, peers)
        #expect(ready.status == 200 && ready.body == "ready\npush at tcp://b:7406: is on standby, or away\n")
        let metrics = try await ask("/metrics", services, peers)
        #expect(metrics.body.contains(#"balise_service_up{service="push",replica="tcp://a:7406"} 1"#))
        #expect(!metrics.body.contains("tcp://b:7406"))

        services.vanish(at: first)
        let away = try await ask("/readyz", services, peers)
        #expect(away.status == 503)
        let silent = try await ask("/metrics", services, peers)
        #expect(silent.body.contains(#"balise_service_up{service="push",replica="tcp://b:7406"} 0"#))
    }

    @Test func collectsTheMetricsOfAllServices() async throws {
        let services = ScriptedServices().answering(ReadMetrics.self) { _ in
            ReadMetrics.Reply(metrics: [
                MetricSample(name: "a_total", kind: .counter, labels: [["kind", "x\"y"]], value: 3),
                MetricSample(
                    name: "b_seconds", kind: .histogram, labels: [], value: 0.5, bounds: [0.1, 1], counts: [2, 3, 4]),
            ])
        }
        let metrics = MetricsRegistry()
        let api = OperationsAPI(
            ServiceHealth(services: services, peers: [:], readiness: Readiness(), metrics: metrics), .sample())
        EdgeMetrics(metrics).record(RouteMatch(api: api), status: 404, took: .milliseconds(500))
        let response = try await withOperations(services, metrics: metrics) { try await $0.request("GET", "/metrics") }
        #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        let own = #"balise_http_requests_total{api="operations",call="unknown",status="404",service="edge"} 1"#
        let help = "# HELP balise_http_requests_total Requests by API, call and status.\n"
        #expect(response.body.contains(help + "# TYPE balise_http_requests_total counter\n\(own)\n"))
        #expect(response.body.contains(#"balise_http_request_duration_seconds_sum{service="edge"} 0.5"#))
        let others = response.body.split(separator: "\n").filter { !$0.contains("balise_http") }
        #expect(
            others.joined(separator: "\n") == """
                # HELP a_total a.
                # TYPE a_total counter
                a_total{kind="x\\"y",service="location"} 3
                # HELP b_seconds b seconds.
                # TYPE b_seconds histogram
                b_seconds_bucket{service="location",le="0.1"} 2
                b_seconds_bucket{service="location",le="1"} 3
                b_seconds_bucket{service="location",le="+Inf"} 4
                b_seconds_sum{service="location"} 0.5
                b_seconds_count{service="location"} 4
                # HELP balise_service_up Whether the service answered when it was asked for its metrics.
                # TYPE balise_service_up gauge
                balise_service_up{service="location"} 1
                """)
    }

    @Test("A caller without a credential learns only whether the server is ready")
    func healthCheck() async throws {
        try await withOperations(ScriptedServices()) { edge in
            let unknown = edge.unknown
            let response = try await unknown.request("GET", "/readyz").expect(503)
            response.expect(
                body: #"{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"not ready","#
                    + #""requestId":"\#(response.requestID)"}"#)
            #expect(try await unknown.request("GET", "/metrics").status == 401)
            #expect(try await unknown.request("GET", "/nothing").status == 401)
        }
    }
}
