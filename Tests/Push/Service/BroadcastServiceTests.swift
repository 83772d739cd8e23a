@testable import Push

private final class KeptChannels: BroadcastGateway {
    private struct State {
        var channels: [BroadcastChannel] = []
        var sent: [(push: RenderedPush, channel: BroadcastChannel)] = []
    }

    private let state = Mutex(State())

    var sent: [(push: RenderedPush, channel: BroadcastChannel)] { state.withLock { $0.sent } }

    func create(_ request: CreateBroadcastChannel) async throws(BroadcastFailure) -> String {
        state.withLock { state in
            let id = "Y2gt\(state.channels.count)"
            state.channels.append(BroadcastChannel(id: id, topic: request.topic, environment: request.environment))
            return id
        }
    }

    func delete(_ channel: BroadcastChannel) async throws(BroadcastFailure) {
        let wasThere = state.withLock { state in
            let place = state.channels.firstIndex(of: channel)
            if let place { state.channels.remove(at: place) }
            return place != nil
        }
        if !wasThere { throw .unknownChannel }
    }

    func all(of topic: String?, in environment: PushEnvironment) async throws(BroadcastFailure) -> [String] {
        state.withLock { $0.channels.filter { $0.topic == topic && $0.environment == environment }.map(\.id) }
    }

    func send(_ push: RenderedPush, over channel: BroadcastChannel) async throws(BroadcastFailure) -> String? {
        let wasSent = state.withLock { state in
            guard state.channels.contains(channel) else { return false }
            state.sent.append((push, channel))
            return true
        }
        if !wasSent { throw .unknownChannel }
        return "unique"
    }
}

@Suite("Channels for Live Activities", .timeLimit(.minutes(10)))
struct BroadcastServiceTests {
    private static let key = APIKeyID("k1")!

    private static func making(_ environment: PushEnvironment, _ limits: PublishingLimits? = nil)
        -> CreateBroadcastChannel
    {
        CreateBroadcastChannel(environment: environment, storesLatest: false, limits: limits, apiKey: key)
    }

    private func update(_ limits: PublishingLimits? = nil, over channel: BroadcastChannel) -> SendBroadcast {
        SendBroadcast(channel: channel, content: .activity(.update), apiKey: Self.key, limits: limits)
    }

    @Test("A channel is created, listed, used and deleted without pushes to devices")
    func life() async throws {
        let channels = KeptChannels()
        try await PushHarness.run(ScriptedGateway(broadcasts: channels)) { push in
            try await push.person("ada")
            let channel = try await push.send(Self.making(.production))
            let list = ListBroadcastChannels(environment: .production)
            #expect(try await push.send(list).channels == [channel.id])
            #expect(try await push.send(update(over: channel)).id == "unique")
            #expect(channels.sent.map(\.channel) == [channel])
            #expect(channels.sent.map(\.push.pushType) == [.liveactivity])
            _ = try await push.send(DeleteBroadcastChannel(channel: channel))
            #expect(try await push.refusal(of: DeleteBroadcastChannel(channel: channel)) == .notFound)
            #expect(try await push.refusal(of: update(over: channel)) == .notFound)
            #expect(push.gateway.sent.isEmpty)
        }
    }

    @Test("A key that is limited to kinds or topics may not use channels")
    func limits() async throws {
        try await PushHarness.run(ScriptedGateway(broadcasts: KeptChannels())) { push in
            let channel = try await push.send(Self.making(.sandbox))
            for limits in [PublishingLimits(kinds: ["orders"]), PublishingLimits(topics: ["a"])] {
                #expect(try await push.refusal(of: Self.making(.sandbox, limits)) == .forbidden)
                let deleted = DeleteBroadcastChannel(channel: channel, limits: limits)
                #expect(try await push.refusal(of: deleted) == .forbidden)
                #expect(try await push.refusal(of: update(limits, over: channel)) == .forbidden)
            }
        }
    }

    @Test("A created channel counts against the rate of its key")
    func made() async throws {
        let channels = KeptChannels()
        try await PushHarness.run(ScriptedGateway(broadcasts: channels)) { push in
            let two = PublishingLimits(perMinute: 2)
            let channel = try await push.send(Self.making(.sandbox, two))
            #expect(try await push.refusal(of: update(two, over: channel)) == nil)
            #expect(try await push.refusal(of: Self.making(.sandbox, two)) == .rateLimited)
            #expect(try await channels.all(of: nil, in: .sandbox) == [channel.id])
            push.clock.advance(seconds: 60)
            #expect(try await push.refusal(of: Self.making(.sandbox, two)) == nil)
        }
    }
}
