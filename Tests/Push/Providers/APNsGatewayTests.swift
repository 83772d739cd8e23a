import Crypto

@testable import Push

@Suite("Pushes to APNs", .serialized, .timeLimit(.minutes(10)))
struct APNsGatewayTests {
    private let team = AppleTeam()

    @Test("A request has all headers that Apple demands")
    func headers() async throws {
        try await team.run { apns, gateway in
            let push = OutgoingPush.sample(1, collapseID: "offer-1")
            let id = push.id.uuidString.lowercased()
            #expect(await gateway.send(push) == .sent(id: id))
            let came = try #require(apns.notifications.first)
            #expect(came.token == push.token.value)
            #expect(came.payload == push.payload)
            #expect(came.headers[":path"] == "/3/device/\(push.token.value)")
            #expect(came.headers["apns-id"] == id)
            #expect(came.headers["apns-push-type"] == "alert")
            #expect(came.headers["apns-priority"] == "10")
            #expect(came.headers["apns-topic"] == AppleTeam.topic)
            #expect(came.headers["apns-collapse-id"] == "offer-1")
            #expect(came.headers["apns-expiration"] == "2800000000")
            #expect(came.headers["authorization"]?.hasPrefix("bearer ") == true)
        }
    }

    @Test("A push without an expiry has expiration 0, and a considerate one has priority 5")
    func nowOrNever() async throws {
        try await team.run { apns, gateway in
            var push = OutgoingPush.sample(1, expiresAt: nil)
            push.priority = .considerate
            #expect(await gateway.send(push) == .sent(id: push.id.uuidString.lowercased()))
            #expect(apns.notifications.first?.headers["apns-expiration"] == "0")
            #expect(apns.notifications.first?.headers["apns-priority"] == "5")
            #expect(apns.notifications.first?.headers["apns-collapse-id"] == nil)
        }
    }

    @Test(
        "A token's own topic is used if the configuration allows it",
        arguments: [
            (AppleTeam.otherTopic, PushPurpose.alert, AppleTeam.otherTopic),
            ("com.example.stranger", .alert, AppleTeam.topic), (nil, .alert, AppleTeam.topic),
            (nil, .voip, AppleTeam.topic + ".voip"),
        ] as [(String?, PushPurpose, String)])
    func topics(_ own: String?, _ purpose: PushPurpose, _ sent: String) async throws {
        try await team.run { apns, gateway in
            let outcome = await gateway.send(.sample(1, topic: own, purpose: purpose))
            guard case .sent = outcome else { return #expect(outcome == .sent(id: nil)) }
            #expect(apns.notifications.first?.headers["apns-topic"] == sent)
        }
    }

    @Test("A token is sent to the host of its environment only")
    func environments() async throws {
        try await FakeAPNs.run(team.plan()) { production in
            try await FakeAPNs.run(team.plan()) { sandbox in
                try await team.withGateway(to: production, sandbox: sandbox) { gateway in
                    _ = await gateway.send(.sample(1, environment: .production))
                    _ = await gateway.send(.sample(2, environment: .sandbox))
                    #expect(production.notifications.map(\.token) == [OutgoingPush.sample(1).token.value])
                    #expect(sandbox.notifications.map(\.token) == [OutgoingPush.sample(2).token.value])
                }
            }
        }
    }

    @Test("A token that is bad in an assumed environment is tried in the other one")
    func wrongEnvironment() async throws {
        try await team.run { apns, gateway in
            apns.answer("bb", .refused(400, "BadDeviceToken"))
            let assumed = await gateway.send(.sample(1, prefix: "bb", isEnvironmentAssumed: true))
            #expect(assumed == .tryOtherEnvironment(reason: "BadDeviceToken"))
            let known = await gateway.send(.sample(1, prefix: "bb", isEnvironmentAssumed: false))
            #expect(known == .removeToken(reason: "BadDeviceToken", ifRegisteredBefore: nil))
            #expect(apns.notifications.count == 2)
        }
    }

    @Test(
        "A push that breaks Apple's limits does not leave",
        arguments: [
            (OutgoingPush.sample(1, expiresAt: UnixTime.start), DeliveryOutcome.expired),
            (
                .sample(1, payload: Data(repeating: 65, count: 4097)),
                .failed(reason: "PayloadTooLarge: 4097 bytes, 4096 are allowed", alarm: true)
            ),
            (.sample(1, payload: Data()), .failed(reason: "PayloadEmpty", alarm: true)),
            (
                .sample(1, collapseID: String(repeating: "é", count: 33)),
                .failed(reason: "BadCollapseId: 66 bytes, 1 to 64 are allowed", alarm: true)
            ),
            (.sample(1, prefix: "/../x"), .removeToken(reason: "not a token of apns", ifRegisteredBefore: nil)),
        ])
    func neverLeaves(_ push: OutgoingPush, _ outcome: DeliveryOutcome) async throws {
        try await FakeAPNs.run(team.plan(clock: SetClock())) { apns in
            try await team.withGateway(to: apns, clock: SetClock()) { gateway in
                #expect(await gateway.send(push) == outcome)
                #expect(apns.connections == 0)
            }
        }
    }

    @Test("A payload of 4,096 bytes leaves")
    func largest() async throws {
        try await team.run { apns, gateway in
            let push = OutgoingPush.sample(1, payload: Data(repeating: 65, count: 4096))
            #expect(await gateway.send(push) == .sent(id: push.id.uuidString.lowercased()))
        }
    }

    @Test(
        "The time and the pause of a refusal reach the rules",
        arguments: DeliveryRulesTests.apns.filter { $0.answer.timestamp != nil || $0.answer.retryAfter != nil })
    func refusals(_ row: APNsCase) async throws {
        guard case .done(let outcome) = row.step, let reason = row.answer.reason else { return }
        try await team.run { apns, gateway in
            let after = row.answer.retryAfter.map { "\($0.components.seconds)" }
            apns.answerNext(
                .refused(row.answer.status, reason, timestamp: row.answer.timestamp?.rawValue, retryAfter: after))
            #expect(await gateway.send(.sample(1)) == outcome)
            #expect(apns.notifications.count == 1)
        }
    }

    @Test("A body that is not Apple's leaves only the status to decide")
    func strangePage() async throws {
        try await team.run { apns, gateway in
            apns.answerNext(.refused(502, "<html>\"no json"))
            #expect(await gateway.send(.sample(1)) == .outage(after: nil, reason: "status 502"))
        }
    }

    @Test("A certificate replaces the provider token, and no token is sent")
    func mutualTLS() async throws {
        let client = try SelfSignedCertificate(name: "A publisher")
        var plan = FakeAPNs.Plan()
        plan.clientCertificates = [client.certificatePEM]
        try await FakeAPNs.run(plan) { apns in
            try await team.withGateway(to: apns, as: .certificate(Secret(client.bothPEM))) { gateway in
                let push = OutgoingPush.sample(1)
                #expect(await gateway.send(push) == .sent(id: push.id.uuidString.lowercased()))
                #expect(apns.notifications.first?.headers["authorization"] == nil)
            }
            let stranger = try SelfSignedCertificate(name: "A stranger")
            for credential in [team.credential, .certificate(Secret(stranger.bothPEM))] {
                try await team.withGateway(to: apns, as: credential) { gateway in
                    #expect(
                        await gateway.send(.sample(2))
                            == .unanswered(.outage(after: nil, reason: "connection lost")))
                }
            }
            #expect(apns.notifications.count == 1)
        }
    }

    @Test("A server without a trusted certificate receives nothing")
    func impostor() async throws {
        try await FakeAPNs.run(team.plan()) { apns in
            try await FakeAPNs.run(team.plan()) { impostor in
                // The gateway trusts one certificate, and its host has another.
                let home = try TemporaryFolder()
                let trusted = home.url.appendingPathComponent("trusted.pem")
                try apns.certificatePEM.write(to: trusted, atomically: true, encoding: .utf8)
                var settings = Settings().push.apns
                settings.topic = AppleTeam.topic
                settings.productionURL = impostor.url
                settings.trustedCertificates = trusted
                let gateway = try APNsGateway(
                    settings, credential: team.credential, clock: SystemClock(), logger: silentLogger)
                #expect(await gateway.send(.sample(1)) == .unreachable(reason: "certificate not trusted"))
                #expect(impostor.notifications.isEmpty)
                await gateway.close()
            }
        }
    }

    @Test("The sandbox may have its own key, which is sent only there")
    func sandboxKey() async throws {
        let other = AppleTeam(id: "OTHER12345", keyID: "SANDBOX123")
        try await FakeAPNs.run(team.plan()) { production in
            try await FakeAPNs.run(other.plan()) { sandbox in
                try await team.withGateway(to: production, sandbox: sandbox, as: other.credential, inSandbox: true) {
                    gateway in
                    for environment in [PushEnvironment.production, .sandbox] {
                        let push = OutgoingPush.sample(1, environment: environment)
                        #expect(await gateway.send(push) == .sent(id: push.id.uuidString.lowercased()))
                    }
                }
                var settings = Settings().push.apns
                settings.sandboxCredential = other.credential
                let gateway = try APNsGateway(settings, credential: nil, clock: SystemClock(), logger: silentLogger)
                #expect(await gateway.send(.sample(1)) == .stopCredential(reason: APNsClient.missing))
                await gateway.close()
            }
        }
    }

    @Test("A token is removed for its topic only after another token of the topic was accepted")
    func topicInDoubt() async throws {
        try await team.run { apns, gateway in
            apns.answer("bb", .refused(400, "DeviceTokenNotForTopic"))
            let stays = DeliveryOutcome.failed(reason: "DeviceTokenNotForTopic", alarm: true)
            let goes = DeliveryOutcome.removeToken(reason: "DeviceTokenNotForTopic", ifRegisteredBefore: nil)
            #expect(await gateway.send(.sample(1, prefix: "bb")) == stays)
            _ = await gateway.send(.sample(2, topic: AppleTeam.otherTopic))
            #expect(await gateway.send(.sample(1, prefix: "bb")) == stays)
            _ = await gateway.send(.sample(2))
            #expect(await gateway.send(.sample(1, prefix: "bb")) == goes)
        }
    }

    @Test("An unreadable key or certificate is named by its setting")
    func unreadable() throws {
        let strangersKey = try SelfSignedCertificate(name: "A stranger").keyPEM
        let mixed = try SelfSignedCertificate(name: "A publisher").certificatePEM + strangersKey
        var settings = Settings().push.apns
        settings.topic = AppleTeam.topic
        let credentials: [(APNsSettings.Credential, String)] = [
            (.key(teamID: "T", keyID: "K", key: Secret("no key")), "push.apns.key"),
            (.certificate(Secret("no certificate")), "push.apns.certificate"),
            (.certificate(Secret(mixed)), "push.apns.certificate"),
        ]
        for (credential, setting) in credentials {
            #expect {
                try APNsGateway(settings, credential: credential, clock: SystemClock(), logger: silentLogger)
            } throws: { error in
                "\(error)".hasPrefix(setting)
            }
        }
    }

    @Test("Without credentials all pushes wait, and the reason names the settings")
    func unconfigured() async throws {
        let gateways = try PushGateways(
            Settings().push, secretsIn: FileManager.default.temporaryDirectory, clock: SystemClock(),
            logger: silentLogger)
        guard case .stopCredential(let reason) = await gateways.send(.sample(1)) else {
            Issue.record("it did not wait")
            return
        }
        #expect(reason.contains("push.apns.keyId"))
        var push = OutgoingPush.sample(1)
        push.provider = .fcm
        #expect(await gateways.send(push) == .stopCredential(reason: "not configured: push.fcm.serviceAccount"))
        await gateways.close()
    }
}
