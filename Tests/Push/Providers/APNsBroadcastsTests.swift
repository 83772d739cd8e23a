@testable import Push

@Suite("Broadcast channels of APNs", .serialized, .timeLimit(.minutes(10)))
struct APNsBroadcastsTests {
    private let team = AppleTeam()

    private func withBroadcasts(_ apns: FakeAPNs, _ body: (any BroadcastGateway) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        var settings = Settings().push
        settings.apns.credential = team.credential
        settings.apns.topic = AppleTeam.topic
        settings.apns.otherTopics = [AppleTeam.otherTopic]
        (settings.apns.productionURL, settings.apns.sandboxURL) = (apns.url, apns.url)
        (settings.apns.productionChannelsURL, settings.apns.sandboxChannelsURL) = (apns.url, apns.url)
        settings.apns.trustedCertificates = URL(
            fileURLWithPath: try folder.write(apns.certificatePEM, to: "trusted.pem"))
        let gateways = try PushGateways(
            settings, secretsIn: folder.url.appendingPathComponent("keys"), clock: SystemClock(), logger: silentLogger)
        try await using({ await gateways.close() }) { try await body(gateways.broadcasts) }
    }

    private func failure(_ ask: () async throws(BroadcastFailure) -> Void) async -> BroadcastFailure? {
        do throws(BroadcastFailure) {
            try await ask()
            return nil
        } catch { return error }
    }

    @Test("A channel is created, used with the headers that Apple demands, and deleted")
    func life() async throws {
        try await FakeAPNs.run(team.plan()) { apns in
            try await withBroadcasts(apns) { broadcasts in
                let id = try await broadcasts.create(
                    CreateBroadcastChannel(environment: .sandbox, storesLatest: true, apiKey: APIKeyID("k1")!))
                #expect(apns.channels == [id])
                let channel = BroadcastChannel(id: id, environment: .sandbox)
                let push = try NotificationRendering.push(.activity(.update), for: .apns, in: nil, .sample)
                #expect(try await broadcasts.send(push, over: channel) == "unique")
                let came = try #require(apns.broadcasts.first)
                #expect(came.headers[":path"] == "/4/broadcasts/apps/\(AppleTeam.topic)")
                #expect(came.headers["apns-channel-id"] == id && came.headers["apns-push-type"] == "liveactivity")
                #expect(came.headers["apns-priority"] == "10" && came.headers["apns-expiration"] == "1800000100")
                #expect(came.payload == push.payload)
                let other = BroadcastChannel(id: id, topic: AppleTeam.otherTopic, environment: .sandbox)
                #expect(
                    await failure { () async throws(BroadcastFailure) in
                        _ = try await broadcasts.send(push, over: other)
                    } == .unknownChannel)
                #expect(try await broadcasts.all(of: nil, in: .sandbox) == [id])
                #expect(try await broadcasts.all(of: AppleTeam.otherTopic, in: .sandbox).isEmpty)
                try await broadcasts.delete(channel)
                #expect(apns.channels.isEmpty)
                #expect(
                    await failure { () async throws(BroadcastFailure) in try await broadcasts.delete(channel) }
                        == .unknownChannel)
            }
        }
    }

    @Test("Without a credential no channel is created")
    func unconfigured() async throws {
        let gateways = try PushGateways(
            Settings().push, secretsIn: FileManager.default.temporaryDirectory, clock: SystemClock(),
            logger: silentLogger)
        #expect(
            await failure { () async throws(BroadcastFailure) in
                _ = try await gateways.broadcasts.create(
                    CreateBroadcastChannel(environment: .production, storesLatest: false, apiKey: APIKeyID("k1")!))
            } == .unconfigured)
        await gateways.close()
    }

    @Test("A channel takes only the update or the end of a Live Activity in one language")
    func rules() throws {
        func isTaken(_ content: NotificationContent) -> Bool { (try? BroadcastRules.check(content)) != nil }
        #expect(isTaken(.activity(.update)) && isTaken(.activity(.end)))
        #expect(!isTaken(.activity(.start)) && !isTaken(.alert()) && !isTaken(.unseen(.background)))
        var two = NotificationContent.activity(.update)
        two.texts = [NotificationText(language: "en", title: "T"), NotificationText(language: "fr", title: "T")]
        #expect(!isTaken(two))
        #expect((try? BroadcastRules.check(PublishingLimits(perMinute: 1))) != nil)
        #expect((try? BroadcastRules.check(PublishingLimits(kinds: ["orders"]))) == nil)
        #expect((try? BroadcastRules.check(PublishingLimits(topics: ["a"]))) == nil)
        #expect((try? BroadcastRules.check(BroadcastChannel(id: "a b", environment: .production))) == nil)
        #expect((try? BroadcastRules.check(BroadcastChannel(id: "YWI+/w==", environment: .production))) != nil)
    }
}
