@testable import AuthSession

@Suite("Readiness of auth-session", .timeLimit(.minutes(10))) struct ReadinessTests {
    @Test("The service becomes ready with identity's first answer, however late")
    func identityComesLater() async throws {
        let folder = try TemporaryFolder()
        let clock = SetClock()
        var settings = Settings()
        settings.dataDirectory = folder.url
        let endpoints = [
            ServiceName.authSession: try Endpoint("ipc://\(folder.url.path)/auth.sock"),
            .identity: try Endpoint("ipc://\(folder.url.path)/identity.sock"),
        ]
        let bus = try MessageBus(.patient(.authSession))
        let peerBus = try MessageBus(.patient(.identity))
        let environment = ServiceEnvironment(
            service: .authSession, settings: settings, bus: bus, endpoints: endpoints.mapValues { [$0] },
            bind: try #require(endpoints[.authSession]), logger: LoggedLines().logger, metrics: MetricsRegistry(),
            clock: clock)
        let service = try await AuthSessionService(environment)
        let running = Task { try await service.run() }
        let edge = peerBus.client(as: .edge, endpoints: endpoints)

        // It serves before it is ready: calls that need no other service work.
        let context = MessageContext(requestID: "test", timeout: .seconds(60))
        #expect(await eventually { (try? await edge.send(GetSigningKeys(), context)) != nil }, "it serves")
        #expect(!environment.readiness.isReady)
        #expect(environment.readiness.reply.reason == "identity has not answered yet")

        let identity = try ScriptedIdentity(in: folder.url, clock: clock)
        _ = try peerBus.serve(
            .identity, at: try #require(endpoints[.identity]),
            permissions: Permissions([.authSession: [ReadFeed.self]]), handlers: identity.handlers)
        await environment.readiness.untilReady()
        #expect(environment.readiness.isReady)

        running.cancel()
        try await running.value
        await peerBus.shutDown(drain: .zero)
        await bus.shutDown(drain: .zero)
        try identity.close()
    }
}
