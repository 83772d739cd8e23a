@testable import Edge

extension LiveHub {
    fileprivate func changed(_ devices: [DeviceID]) {
        changed(devices.map { FeedChange(sequence: 1, key: $0.text, value: nil) })
    }
}

@Suite(.timeLimit(.minutes(10))) struct LiveHubTests {
    private final class Scene: Sendable {
        let services = ScriptedServices()
        let state = Mutex((latitude: 1, isSeen: true, mayRead: true))

        init() {
            services.on(GetLocation.self) { [self] message in
                GetLocation.Reply(found: message.devices.map { self.found($0) })
            }
            services.on(ReviewViews.self) { [self] message in
                let (isSeen, mayRead) = state.withLock { ($0.isSeen, $0.mayRead) }
                return ReviewViews.Reply(
                    found: message.devices.map { self.found($0) },
                    views: message.views.map { .init(mayRead: mayRead, seen: isSeen ? $0.devices : []) })
            }
        }

        private func found(_ device: DeviceID) -> GetLocation.LocationResult? {
            state.withLock { state in
                guard state.isSeen else { return nil }
                let place = changing(sampleLocation) { $0.latitude = LocationValue(json: "\(state.latitude)") }
                return GetLocation.LocationResult(device: device, location: place, slogan: nil)
            }
        }

        func run(_ body: (LiveHub) async throws -> Void) async throws {
            var limits = Settings().http.limits
            limits.streamsPerAddress = 2
            let hub = LiveHub(services, replicas: [], limits: limits, clock: SteppedClock())
            let running = Task { await hub.run() }
            defer { running.cancel() }
            try await body(hub)
        }

        func view() -> LiveView {
            let view = LiveView(
                .reader(Reader(device: id("me"))), after: nil, key: .sample(),
                context: MessageContext(requestID: "test"))
            view.show([id("a")], [found(id("a"))])
            return view
        }
    }

    @Test func passesOnChangesAndWithdrawals() async throws {
        let scene = Scene()
        try await scene.run { hub in
            let text = Mutex("")
            let view = scene.view()
            let writing = Task {
                try await hub.write(
                    view, to: { bytes in text.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
            }
            try await eventually("the first place") { text.withLock { $0.contains(#""Latitude":1,"#) } }
            scene.state.withLock { $0.latitude = 2 }
            hub.changed([id("b"), id("a")])
            try await eventually("the second place") { text.withLock { $0.contains(#""Latitude":2,"#) } }
            scene.state.withLock { $0.isSeen = false }
            hub.changed([id("a")])
            try await eventually("the end of the view") { text.withLock { $0.contains("event: gone") } }
            scene.state.withLock { $0.mayRead = false }
            hub.changed([id("me")])
            try await writing.value
            #expect(text.withLock { $0.hasSuffix("event: end\ndata: {\"reason\":\"refused\"}\n\n") })
        }
    }

    /// A slow viewer blocks no other, and gets the latest place when it reads.
    @Test func aSlowViewerCostsOnlyItself() async throws {
        let scene = Scene()
        try await scene.run { hub in
            let (gate, opener) = AsyncStream<Void>.makeStream()
            let slow = Mutex("")
            let quick = Mutex("")
            let isHeld = Mutex(true)
            let views = (scene.view(), scene.view())
            let slowly = Task {
                try await hub.write(
                    views.0,
                    to: { bytes in
                        slow.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                        if isHeld.withLock({ $0 }) { for await _ in gate { break } }
                    })
            }
            let quickly = Task {
                try await hub.write(
                    views.1,
                    to: { bytes in quick.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
            }
            for latitude in 2...50 {
                scene.state.withLock { $0.latitude = latitude }
                hub.changed([id("a")])
                try await eventually("place \(latitude)") {
                    quick.withLock { $0.contains("\"Latitude\":\(latitude),") }
                }
            }
            #expect(slow.withLock { !$0.contains("Latitude") }, "it has taken no more than the opening")
            isHeld.withLock { $0 = false }
            opener.yield()
            try await eventually("the latest place") { slow.withLock { $0.contains(#""Latitude":50,"#) } }
            #expect(slow.withLock { $0.components(separatedBy: "event: place").count } == 2)
            hub.end()
            try await slowly.value
            try await quickly.value
        }
    }

    @Test func asksWhetherASessionLivesWhenItMayHaveEnded() async throws {
        let (session, other) = (SessionID("s1")!, SessionID("s2")!)
        let hub = LiveHub(ScriptedServices(), replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        let view = LiveView(
            .account(AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!, session), after: nil, key: .sample(),
            context: MessageContext(requestID: "test"))
        let asked = Mutex(0)
        let writing = Task { try await hub.write(view, to: { _ in }, isStillCalling: { asked.withLock { $0 += 1 } }) }
        try await eventually("the first look") { asked.withLock { $0 == 1 } }
        hub.ended([other])
        #expect(!view.takeTurn().checksCaller)
        for (count, ended) in [(2, [session, other]), (3, nil)] as [(Int, Set<SessionID>?)] {
            hub.ended(ended)
            try await eventually("look \(count)") { asked.withLock { $0 == count } }
        }
        hub.end()
        try await writing.value
    }

    /// Two edges with the same location service.
    @Test func resumesAtAnotherEdge() async throws {
        let services = ScriptedServices()
        let limits = Settings().http.limits
        let context = MessageContext(requestID: "test")
        let found = GetLocation.LocationResult(device: id("a"), location: sampleLocation, slogan: nil)
        func view(after lastEventID: String?) async throws -> LiveView {
            let edge = LiveHub(services, replicas: [], limits: limits, clock: SteppedClock())
            let view = try await edge.view(of: .reader(Reader(device: id("me"))), after: lastEventID, context)
            view.show([id("a")], [found])
            return view
        }
        let first = String(decoding: try await view(after: nil).takeTurn().events, as: UTF8.self)
        let last = try #require(first.split(separator: "\n").last { $0.hasPrefix("id: ") }?.dropFirst(4))
        #expect(try await view(after: String(last)).takeTurn().events == [], "it has everything")
        services.on(GetEventKey.self) { _ in
            GetEventKey.Reply(key: SecretText(base64URL([UInt8](repeating: 8, count: 32))))
        }
        let anew = String(decoding: try await view(after: String(last)).takeTurn().events, as: UTF8.self)
        #expect(anew.hasPrefix("event: reset") && anew.contains("event: place"))
    }

    @Test func asksOnceForTheKeyOfItsEvents() async throws {
        let services = ScriptedServices()
        let hub = LiveHub(services, replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        let reader = LiveView.Viewer.reader(Reader(device: id("me")))
        for _ in 0..<2 { _ = try await hub.view(of: reader, after: nil, MessageContext(requestID: "test")) }
        #expect(services.received(GetEventKey.self).count == 1)
        services.on(GetEventKey.self) { _ in GetEventKey.Reply(key: SecretText("short")) }
        let other = LiveHub(services, replicas: [], limits: Settings().http.limits, clock: SteppedClock())
        await #expect(throws: EdgeError.self) {
            _ = try await other.view(of: reader, after: nil, MessageContext(requestID: "test"))
        }
    }

    @Test func boundsStreamsByAddressAndGivesPlacesBack() throws {
        var limits = Settings().http.limits
        (limits.streams, limits.streamsPerAddress) = (3, 2)
        let limiter = LongAnswerLimiter.streams(limits)
        var places = [try limiter.enter(address: "192.0.2.1"), try limiter.enter(address: "192.0.2.1")]
        #expect(throws: EdgeError.self) { try limiter.enter(address: "192.0.2.1") }
        places.append(try limiter.enter(address: "192.0.2.2"))
        do {
            _ = try limiter.enter(address: "192.0.2.3")
            Issue.record("there is no room")
        } catch { #expect(error.code == .overloaded) }
        #expect(limiter.count == 3)
        places.removeAll()
        #expect(limiter.count == 0)
        #expect(throws: Never.self) { _ = try limiter.enter(address: "192.0.2.1") }
    }
}
