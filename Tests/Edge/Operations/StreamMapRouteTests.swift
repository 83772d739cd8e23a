@testable import Edge

@Suite("The map of the operations port", .timeLimit(.minutes(10))) struct StreamMapRouteTests {
    private let reader = Reader(device: id("operator"), key: DeviceKey("secret"))

    @Test("The map shows the devices that let the operator's device read, and ends with the server")
    func streams() async throws {
        let services = ScriptedServices().answering(AppendAuditEntry.self) { _ in Done() }
        services.on(ListReadableDevices.self) { _ in ListReadableDevices.Reply(devices: [id("a"), id("b")]) }
        services.on(GetLocation.self) { message in GetLocation.Reply(found: message.devices.map { _ in nil }) }
        let hub = LiveHub(services, replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        hub.end()
        let health = ServiceHealth(services: services, peers: [:], readiness: Readiness(), metrics: MetricsRegistry())
        let operations = OperationsAPI(
            health, .sample(), map: OperatorMap(live: hub, reader: reader), clock: SetClock())
        try await withServer(Router([operations], fallback: operations), Settings().http) { edge in
            var edge = edge
            edge.authorization = "Bearer \(OperatorAccess.sampleToken)"
            let answer = try await edge.request("GET", "/map/stream")
            #expect(answer.status == 200 && answer.header("Content-Type")?.hasPrefix("text/event-stream") == true)
            #expect(answer.body.contains("event: end\ndata: {\"reason\":\"closing\"}"))
        }
        let asked = services.received(GetLocation.self)
        #expect(asked.map(\.devices) == [[id("a"), id("b")]] && asked.first?.reader.device == reader.device)
        #expect(asked.first?.reader.key?.secret == reader.key?.secret)
        #expect(services.received(ListReadableDevices.self).first?.reader.key?.secret == reader.key?.secret)
        #expect(services.received(AppendAuditEntry.self).map(\.call.call) == ["StreamMap"])
        #expect(hub.limiter.count == 0)
    }

    @Test("The map is refused without a device that reads for operators")
    func none() async throws {
        let answer = try await ScriptedServices().askAsOperator("GET", "/map/stream")
        #expect(answer.status == 409 && answer.body.contains("set console.reader and console.readerKey"))
        let hub = LiveHub(ScriptedServices(), replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        var settings = Settings().console
        #expect(OperatorMap(settings, live: hub) == nil)
        settings.reader = "operator"
        #expect(OperatorMap(settings, live: hub) == nil)
        settings.readerKey = Secret("secret")
        #expect(OperatorMap(settings, live: hub)?.reader.device == reader.device)
    }
}
