import Crypto

@testable import Push

@Suite("Apps with their own credential", .serialized, .timeLimit(.minutes(10)))
struct AppCredentialTests {
    private let team = AppleTeam()
    private let clock = SetClock()
    private let stranger = P256.Signing.PrivateKey()

    private func key(_ id: String, _ key: P256.Signing.PrivateKey) -> APNsSettings.Credential {
        .key(teamID: team.id, keyID: id, key: Secret(key.pemRepresentation))
    }

    private func plan(_ second: P256.Signing.PrivateKey) -> FakeAPNs.Plan {
        var plan = team.plan(clock: clock)
        plan.team = (team.id, [team.keyID: team.key.publicKey, "SECOND0001": second.publicKey])
        return plan
    }

    private func settings(
        _ apns: FakeAPNs, _ apps: [APNsSettings.App], in folder: TemporaryFolder
    ) throws -> PushSettings {
        var settings = Settings().push
        settings.apns.credential = team.credential
        settings.apns.topic = AppleTeam.topic
        settings.apns.apps = apps
        (settings.apns.productionURL, settings.apns.sandboxURL) = (apns.url, apns.url)
        settings.apns.trustedCertificates = URL(
            fileURLWithPath: try folder.write(apns.certificatePEM, to: "trusted.pem"))
        return settings
    }

    private func gateways(_ settings: PushSettings, in folder: TemporaryFolder) throws -> PushGateways {
        try PushGateways(
            settings, secretsIn: folder.url.appendingPathComponent("keys"), clock: clock, logger: silentLogger)
    }

    @Test("A key that Apple refuses stops only its topic")
    func isolation() async throws {
        let folder = try TemporaryFolder()
        try await FakeAPNs.run(plan(stranger)) { apns in
            let bad = APNsSettings.App(
                name: "other", topics: [AppleTeam.otherTopic],
                credential: key("SECOND0001", P256.Signing.PrivateKey()))
            let gateways = try gateways(try settings(apns, [bad], in: folder), in: folder)
            let refused = DeliveryOutcome.waitForCredential(.seconds(60), reason: "InvalidProviderToken")
            #expect(await gateways.send(.sample(1, topic: AppleTeam.otherTopic)) == refused)
            for number in 2..<5 { #expect(isSent(await gateways.send(.sample(number)))) }
            #expect(gateways.note?.contains(AppleTeam.otherTopic) == true)
            // One request per minute, for any number of waiting pushes.
            clock.advance(seconds: 20)
            for number in 5..<8 {
                #expect(
                    await gateways.send(.sample(number, topic: AppleTeam.otherTopic))
                        == .waitForCredential(.seconds(40), reason: "InvalidProviderToken"))
            }
            #expect(apns.notifications.count == 4)
            clock.advance(seconds: 40)
            #expect(await gateways.send(.sample(8, topic: AppleTeam.otherTopic)) == refused)
            #expect(apns.notifications.count == 5)
            await gateways.close()
        }
    }

    @Test("A topic uses its own credential in the environments that it names")
    func routes() async throws {
        let folder = try TemporaryFolder()
        try await FakeAPNs.run(plan(stranger)) { apns in
            let own = APNsSettings.App(
                name: "other", topics: [AppleTeam.otherTopic], environments: [.sandbox],
                credential: key("SECOND0001", stranger))
            let gateways = try gateways(try settings(apns, [own], in: folder), in: folder)
            #expect(isSent(await gateways.send(.sample(1, environment: .sandbox, topic: AppleTeam.otherTopic))))
            #expect(isSent(await gateways.send(.sample(2, environment: .production, topic: AppleTeam.otherTopic))))
            #expect(isSent(await gateways.send(.sample(3, environment: .sandbox))))
            let ids = apns.notifications.map { notification -> String? in
                let token = notification.headers["authorization"]?.split(separator: ".").first?.split(separator: " ")
                    .last
                struct Header: Decodable { let kid: String }
                return token.flatMap { base64URLDecoded($0.utf8) }
                    .flatMap { try? JSONDecoder().decode(Header.self, from: Data($0)).kid }
            }
            #expect(ids == ["SECOND0001", team.keyID, team.keyID])
            #expect(
                apns.notifications.map { $0.headers["apns-topic"] }
                    == [AppleTeam.otherTopic, AppleTeam.otherTopic, AppleTeam.topic])
            await gateways.close()
        }
    }

    @Test("An app without a key for an environment waits while others are served")
    func missing() async throws {
        let folder = try TemporaryFolder()
        try await FakeAPNs.run(plan(stranger)) { apns in
            let own = APNsSettings.App(
                name: "other", topics: [AppleTeam.otherTopic], environments: [.sandbox],
                credential: key("SECOND0001", stranger))
            var settings = try settings(apns, [own], in: folder)
            settings.apns.credential = nil
            let gateways = try gateways(settings, in: folder)
            guard case .waitForCredential(_, let reason) = await gateways.send(.sample(1)) else {
                Issue.record("it did not wait")
                return
            }
            #expect(reason.hasPrefix("not configured"))
            #expect(isSent(await gateways.send(.sample(2, environment: .sandbox, topic: AppleTeam.otherTopic))))
            await gateways.close()
        }
    }

    @Test("Each push type has its own topic and satisfies Apple's rules")
    func pushTypes() async throws {
        try await team.run { apns, gateway in
            let contents: [NotificationContent] = [
                .alert(), .unseen(.background), .unseen(.location), .unseen(.voip, data: #"{"call":1}"#),
                .unseen(.complication), .unseen(.fileprovider, data: #"{"domain":"d"}"#), .activity(.start),
                .activity(.update), .activity(.end),
            ]
            let suffixes = [
                "", "", ".location-query", ".voip", ".complication", ".pushkit.fileprovider",
                ".push-type.liveactivity", ".push-type.liveactivity", ".push-type.liveactivity",
            ]
            for (content, suffix) in zip(contents, suffixes) {
                let rendered = try NotificationRendering.push(content, for: .apns, in: content.texts.first, .sample)
                var push = OutgoingPush.sample(1, purpose: content.purpose, payload: rendered.payload)
                (push.pushType, push.priority) = (rendered.pushType, rendered.priority)
                #expect(isSent(await gateway.send(push)), "\(content.pushType)")
                let headers = apns.notifications.last?.headers
                #expect(headers?["apns-push-type"] == content.pushType.rawValue)
                #expect(headers?["apns-topic"] == AppleTeam.topic + suffix)
                #expect(headers?["apns-priority"] == (content.pushType == .background ? "5" : "10"))
            }
            var urgent = OutgoingPush.sample(1, payload: Data(#"{"aps":{"content-available":1}}"#.utf8))
            urgent.pushType = .background
            #expect(await gateway.send(urgent) == .failed(reason: "BadPriority", alarm: true))
        }
    }
}
