@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PointQuestionTests {
    @Test("The edge asks for points while a WebSocket is open, and anew if one was opened during a question")
    func asksForPoints() async throws {
        let services = ScriptedServices()
        let asked = Mutex<[FeedName]>([])
        let gate = Signal()
        services.script(ReadFeed.self) { (request) async throws(BusError) in
            asked.withLock { $0.append(request.feed) }
            let epoch = FeedEpoch(rawValue: 7)
            guard let after = request.after else {
                return FeedPage(epoch: epoch, changes: [], highWater: 1, startsOver: false)
            }
            await gate.wait()
            var change = FeedChange(sequence: after + 1, key: "a", value: nil)
            if request.feed == ChangedDevices.feedWithPoints {
                change.value = FeedValue.write(ChangedPoints([sampleLocation]))
            }
            return FeedPage(epoch: epoch, changes: [change], highWater: after + 1, startsOver: false)
        }
        let found = GetLocation.LocationResult(device: id("a"), location: sampleLocation, slogan: nil)
        services.on(ReviewViews.self) { message in
            ReviewViews.Reply(
                found: message.devices.map { _ in found },
                views: message.views.map { .init(mayRead: true, seen: $0.devices) })
        }
        let hub = LiveHub(services, replicas: [try Endpoint("tcp://a:7404")], limits: Settings().http.limits)
        let running = Task { await hub.run() }
        defer { running.cancel() }
        try await eventually("the first question") { asked.withLock { $0.count == 2 } }
        let view = PushView(
            Reader(device: id("me")), of: [id("a")], context: MessageContext(requestID: "test"), news: Signal(),
            onEnd: { _ in })
        hub.add(view)
        if view.open([id("a")], GetLocation.Reply(found: [found])) { hub.requeue([view]) }
        gate.raise()
        try await eventually("the question for points") { asked.withLock { $0.count == 3 } }
        #expect(asked.withLock { $0 } == [ChangedDevices.feed, ChangedDevices.feed, ChangedDevices.feedWithPoints])
        #expect(view.takeTurn().isEmpty, "no point has come")
        gate.raise()
        var turn: [[UInt8]] = []
        try await eventually("the push") {
            turn += view.takeTurn()
            return !turn.isEmpty
        }
        #expect(turn == [PushedPlaces.text(sampleLocation, of: id("a"))])
        hub.remove(view)
        gate.raise()
        try await eventually("a question without points") { asked.withLock { $0.last == ChangedDevices.feed } }
    }

    @Test("A location service of an older version refuses the points: then the present place is pushed, once")
    func toleratesOlderServices() async throws {
        let services = ScriptedServices()
        let last = Mutex<UInt64>(1)
        let gate = Signal()
        services.script(ReadFeed.self) { (request) async throws(BusError) in
            guard request.feed == ChangedDevices.feed else {
                throw .refused(ServiceError(.forbidden, "edge does not follow the feed \(request.feed)"))
            }
            if let after = request.after, after == last.withLock({ $0 }) { await gate.wait() }
            let newest = last.withLock { $0 }
            var page = FeedPage(epoch: FeedEpoch(rawValue: 7), changes: [], highWater: newest, startsOver: false)
            if let after = request.after, after < newest {
                page.changes = [FeedChange(sequence: newest, key: "a", value: nil)]
            }
            return page
        }
        let found = { @Sendable () -> GetLocation.LocationResult in
            var location = sampleLocation
            location.timestamp = LocationValue(json: "\(last.withLock { $0 })")
            return GetLocation.LocationResult(device: id("a"), location: location, slogan: nil)
        }
        services.on(ReviewViews.self) { message in
            ReviewViews.Reply(
                found: message.devices.map { _ in found() },
                views: message.views.map { .init(mayRead: true, seen: $0.devices) })
        }
        let hub = LiveHub(services, replicas: [try Endpoint("tcp://a:7404")], limits: Settings().http.limits)
        let view = PushView(
            Reader(device: id("me")), of: [id("a")], context: MessageContext(requestID: "test"), news: Signal(),
            onEnd: { _ in })
        hub.add(view)
        if view.open([id("a")], GetLocation.Reply(found: [found()])) { hub.requeue([view]) }
        let running = Task { await hub.run() }
        defer { running.cancel() }
        try await eventually("a question for points") {
            services.received(ReadFeed.self).contains { $0.feed == ChangedDevices.feedWithPoints && $0.after != nil }
        }
        var turn: [[UInt8]] = []
        for number in 2...3 {
            last.withLock { $0 += 1 }
            gate.raise()
            try await eventually("push \(number)") {
                turn += view.takeTurn()
                return turn.contains { $0 == PushedPlaces.text(found().location, of: id("a")) }
            }
        }
        #expect(turn.count == 2, "no place is pushed twice")
    }
}
