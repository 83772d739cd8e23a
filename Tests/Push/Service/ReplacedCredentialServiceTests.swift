@testable import Push

@Suite("Credentials that are replaced while the service runs", .timeLimit(.minutes(10)))
struct ReplacedCredentialServiceTests {
    @Test("Waiting pushes leave at once with the new credential")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        var settings = Settings().push
        settings.apns.credential = AppleTeam().credential
        settings.apns.topic = AppleTeam.topic
        let gateways = try PushGateways(
            settings, secretsIn: folder.url.appendingPathComponent("keys"), clock: SetClock(), logger: silentLogger)
        let read = Mutex(settings)
        let rotation = CredentialRotation(settings, of: gateways, logger: silentLogger) { read.withLock { $0 } }
        let gateway = ScriptedGateway { _ in .stopCredential(reason: "InvalidProviderToken") }
        try await PushHarness.run(gateway, rotation: rotation) { push in
            #expect(try await push.queueState == .ok)
            try await push.person("ada")
            let made = try await push.notify()
            try await eventually("it was refused") {
                try await push.readiness.reason?.contains("InvalidProviderToken") == true
            }
            gateway.answer { _ in .sent(id: nil) }
            // Without new credentials the next trial would be due in a minute, and the clock stands still.
            read.withLock { $0.apns.topic = AppleTeam.otherTopic }
            #expect(try await push.record(made, once: .done).counts.sent == 1)
            #expect(await rotation.settings.apns.topic == AppleTeam.otherTopic)
        }
        await gateways.close()
    }

    @Test("Without a credential the check of the queue does not say that pushes are sent")
    func without() async throws {
        try await PushHarness.run { push in
            let state = try await push.queueState
            #expect(state == .unknown)
        }
    }
}

extension PushHarness {
    fileprivate var queueState: HealthCheck.State? {
        get async throws {
            let context = MessageContext(requestID: "test", timeout: .seconds(60))
            return try await edge.send(ReadChecks(), to: .push, context).checks.first { $0.name == "push-queue" }?.state
        }
    }
}
