import ServiceLifecycle

@testable import ServiceRuntime

@Suite("Hosting services", .timeLimit(.minutes(10))) struct ServiceHostTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Services start in order, are ready together, and stop in the reverse order after readiness is false")
    func order() async throws {
        let settings = try settings()
        try await run([ToyLocation.self, ToyEdge.self], settings) { listening in
            let (bound, called) = (listening.boundAddress(.http) ?? "?", listening.address(.http) ?? "?")
            Diary.of(settings).note("bound to \(bound), called at \(called) \(listening.address(.bus) ?? "?")")
        }
        #expect(
            Diary.of(settings).lines == [
                "location made", "edge made", "edge was answered",
                "bound to http://0.0.0.0:4711, called at http://127.0.0.1:4711 inproc://location",
                "edge told to stop, ready: false", "location told to stop, ready: false", "location closed",
            ])
    }

    @Test("A program reaches a service that starts later", arguments: ["ipc", "tcp"])
    func lateService(_ transport: String) async throws {
        var options: [String] = []
        if transport == "tcp" {
            options = ["--bus-location", "tcp://127.0.0.1:\(try freePort())"]
            try TestProgram().program.makeKeys(try settings())
        }
        let settings = try settings(options)
        let location = Task { try await run([ToyLocation.self], settings, endsWhen: "edge was answered") }
        try await run([ToyEdge.self], settings)
        try await location.value
        let lines = Diary.of(settings).lines
        #expect(lines.contains("edge was answered") && lines.contains("location closed"))
    }

    @Test("Over tcp a service without keys does not start, and names the command that makes them")
    func withoutKeys() async throws {
        let settings = try settings(["--bus-bind", "tcp://127.0.0.1:0"])
        let error = await #expect(throws: StartError.self) { try await host([ToyLocation.self], settings) }
        #expect(error?.description.contains("run the command `keys` once") == true)
    }

    @Test("A service that cannot listen ends the program with its error, and the others close their resources")
    func failure() async throws {
        let settings = try settings(["--http-port", "1"])
        let error = await #expect(throws: StartError.self) {
            try await run([ToyLocation.self, ToyFailure.self], settings)
        }
        #expect(error?.description == "port 1 on ::1 is in use: stop the program that listens there, or set X")
        #expect(Diary.of(settings).lines.last == "location closed")
    }

    @Test("A service that ends by itself is a defect")
    func earlyEnd() async throws {
        let settings = try settings(["--http-port", "2"])
        let error = await #expect(throws: EndlessService.Ended.self) {
            try await run([ToyLocation.self, ToyFailure.self], settings)
        }
        #expect(error?.description == "the edge service ended by itself, which is a defect")
    }

    @Test("A second process cannot use a service's data")
    func sharedData() async throws {
        let first = try await host([ToyLocation.self], try settings())
        await #expect(throws: StartError.self) { try await host([ToyLocation.self], try settings()) }
        withExtendedLifetime(first) {}
    }

    @Test("`health` asks a service over the bus, and fails if none answers")
    func health() async throws {
        let settings = try settings()
        let program = TestProgram(name: "location", services: [ToyLocation.self]).program
        await #expect(throws: NotHealthy.self) { try await program.checkHealth(settings) }
        let checked = Task { try await run([ToyLocation.self], settings, endsWhen: "healthy") }
        #expect(await eventually { (try? await program.checkHealth(settings)) != nil }, "it is healthy")
        Diary.of(settings).note("healthy")
        try await checked.value
    }

    @Test("One service of a process reports a jump of the clock")
    func clock() async throws {
        let clock = SetClock()
        let host = try await host([ToyLocation.self, ToyEdge.self], try settings(), clock)
        clock.advance(seconds: 7200)
        var notes: [String?] = []
        for readiness in host.readinesses {
            readiness.markReady()
            notes.append(await readiness.examine().reason)
        }
        #expect(notes.first??.contains("the clock jumped forward") == true && notes.dropFirst() == [nil])
    }

    // MARK: -

    private func settings(_ options: [String] = []) throws -> Settings {
        try .load(arguments: ["--data-dir", folder.url.appendingPathComponent("d").path] + options, environment: [:])
    }

    private func host(
        _ services: [any HostedService.Type], _ settings: Settings, _ clock: any WallClock = SystemClock()
    ) async throws -> ServiceHost {
        try await ServiceHost(services, name: "toy", settings: settings, clock: clock) { _ in
            Logger(label: "toy") { _ in SwiftLogNoOpLogHandler() }
        }
    }

    private func run(
        _ services: [any HostedService.Type], _ settings: Settings, endsWhen line: String? = nil,
        whenReady: @escaping @Sendable (ListeningAddresses) -> Void = { _ in }
    ) async throws {
        let host = try await host(services, settings)
        let stop = StopRequest()
        try await host.run(until: stop) { listening in
            whenReady(listening)
            Task {
                let deadline = ContinuousClock.now + .seconds(60)
                while let line, !Diary.of(settings).lines.contains(line), .now < deadline { await Task.yield() }
                stop.request()
            }
        }
    }
}
