@testable import Edge

private let reader = Reader(device: id("operator"), key: DeviceKey("secret"))

/// An operations port with a map that `reader` reads.
private func withMap<T: Sendable>(
    _ services: ScriptedServices, _ hub: LiveHub? = nil, _ body: (RunningEdge) async throws -> T
) async throws -> T {
    services.onceUnscripted(AppendAuditEntry.self) { _ in Done() }
    let health = ServiceHealth(services: services, peers: [:], readiness: Readiness(), metrics: MetricsRegistry())
    let map = OperatorMap(live: hub ?? .ended(over: services), reader: reader)
    let operations = OperationsAPI(health, .sample(), map: map, clock: SetClock())
    return try await withServer(Router([operations], fallback: operations), Settings().http) { edge in
        var edge = edge
        edge.authorization = "Bearer \(OperatorAccess.sampleToken)"
        return try await body(edge)
    }
}

@Suite("The history on the map of the operations port", .timeLimit(.minutes(10))) struct MapHistoryRouteTests {
    private func ask(_ services: ScriptedServices, _ bodies: String...) async throws -> [TestResponse] {
        try await withMap(services) { edge in
            var answers: [TestResponse] = []
            for body in bodies { answers.append(try await edge.post("/map/history", body)) }
            return answers
        }
    }

    @Test("The edge reads the history once as the operator's device, and audits it")
    func reads() async throws {
        let services = ScriptedServices()
        services.on(ListReadableDevices.self) { _ in ListReadableDevices.Reply(devices: [id("a"), id("b")]) }
        services.on(GetLocationHistory.self) { _ in
            GetLocationHistory.Reply(maximum: 1023, available: 2, locations: [sampleLocation, sampleLocation])
        }
        let answer = try await ask(services, #"{"device":"b"}"#)[0]
        #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
        #expect(answer.body.contains(#""AvailableDeviceLocationUpdates":2"#))
        #expect(answer.body.matches(of: #/"Device":"b"/#).count == 2)
        let asked = services.received(GetLocationHistory.self)
        #expect(asked.map(\.device) == [id("b")] && asked.first?.reader.device == reader.device)
        #expect(asked.first?.reader.key?.secret == reader.key?.secret)
        #expect(services.received(AppendAuditEntry.self).map(\.call.call) == ["GetMapHistory"])
    }

    @Test("The edge answers for a device that does not let the operator read as for one without a history")
    func others() async throws {
        let services = ScriptedServices()
        services.on(ListReadableDevices.self) { _ in ListReadableDevices.Reply(devices: [id("a")]) }
        services.on(GetLocationHistory.self) { _ in
            GetLocationHistory.Reply(maximum: 1023, available: 0, locations: [])
        }
        let answers = try await ask(services, #"{"device":"b"}"#, #"{"device":"nobody"}"#, #"{"device":"a"}"#)
        #expect(answers.map(\.status) == [200, 200, 200] && answers[0].body == answers[1].body)
        #expect(answers.allSatisfy { $0.body.contains(#""AvailableDeviceLocationUpdates":0},"MiataruLocation":[]"#) })
        #expect(services.received(GetLocationHistory.self).map(\.device) == [id("a")])
    }

    @Test("The call takes the id of a device and nothing else")
    func wrong() async throws {
        let services = ScriptedServices()
        let answers = try await ask(services, "{}", #"{"device":""}"#, #"{"device":"a","amount":5}"#)
        #expect(answers.map(\.status) == [400, 400, 400])
        #expect(services.received(ListReadableDevices.self).isEmpty && services.received(AppendAuditEntry.self).isEmpty)
    }

    @Test("The map is refused without a device that reads for operators")
    func none() async throws {
        let answer = try await ScriptedServices().postAsOperator("/map/history", #"{"device":"a"}"#)
        #expect(answer.status == 409 && answer.body.contains("set console.reader and console.readerKey"))
    }
}

@Suite("The map of the operations port", .timeLimit(.minutes(10))) struct StreamMapRouteTests {
    @Test("The map shows the devices that let the operator's device read, and ends with the server")
    func streams() async throws {
        let services = ScriptedServices()
        services.on(ListReadableDevices.self) { _ in ListReadableDevices.Reply(devices: [id("a"), id("b")]) }
        services.on(GetLocation.self) { message in GetLocation.Reply(found: message.devices.map { _ in nil }) }
        let hub = LiveHub.ended(over: services)
        try await withMap(services, hub) { edge in
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

    @Test("The owners of the devices on the map have their display name or their sign-in name")
    func owners() async throws {
        let (ada, gone) = (AccountID("61f0c1de0a1b2c3d4e5f6071")!, AccountID("61f0c1de0a1b2c3d4e5f6072")!)
        let services = ScriptedServices()
        services.on(ListReadableDevices.self) { _ in
            ListReadableDevices.Reply(
                devices: [id("a"), id("b"), id("c")],
                owners: [.init(device: id("a"), account: ada), .init(device: id("c"), account: gone)])
        }
        services.on(GetProfile.self) { message throws(BusError) in
            guard message.account == ada else { throw .refused(ServiceError(.notFound, "text")) }
            return People.profile(ada, details: ProfileDetails(displayName: Personal("Ada L.")))
        }
        let answer = try await withMap(services) { try await $0.request("GET", "/map/owners") }
        #expect(answer.status == 200)
        #expect(
            answer.body == #"{"owners":[{"device":"a","account":"\#(ada.text)","name":"Ada L."},"#
                + #"{"device":"c","account":"\#(gone.text)"}]}"#)
        #expect(services.received(GetLocation.self).isEmpty, "no place is read, so there is no visit")
    }

    @Test("The map is refused without a device that reads for operators", arguments: ["/map/stream", "/map/owners"])
    func none(_ path: String) async throws {
        let answer = try await ScriptedServices().askAsOperator("GET", path)
        #expect(answer.status == 409 && answer.body.contains("set console.reader and console.readerKey"))
        let hub = LiveHub.ended(over: ScriptedServices())
        var settings = Settings().console
        #expect(OperatorMap(settings, live: hub) == nil)
        settings.reader = "operator"
        #expect(OperatorMap(settings, live: hub) == nil)
        settings.readerKey = Secret("secret")
        #expect(OperatorMap(settings, live: hub)?.reader.device == reader.device)
    }
}
