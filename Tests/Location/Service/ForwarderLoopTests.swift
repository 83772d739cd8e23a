@testable import Location

@Suite("Forwarded places", .timeLimit(.minutes(10))) struct ForwarderLoopTests {
    private let stores = ScratchStores()
    private let clock = SetClock()

    /// Ada's device, with a forwarder to the receiver.
    private func store(_ receiver: FakeReceiver, _ form: ForwarderForm = .ownTracks) async throws -> LocationStore {
        let store = try stores.location(.sqlite)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        let secret = form == .webhook ? ForwarderRulesTests.secret : nil
        let url = receiver.url("/hook?key=1").absoluteString
        let request = CreateForwarder.sample(form: form, url: url, secret: secret)
        _ = try await store.createForwarder(request, try #require(ForwarderID("f1")), at: .start)
        return store
    }

    private func loop(_ store: LocationStore, allowsLocal: Bool = true) -> ForwarderLoop {
        ForwarderLoop(
            store: store, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            poster: PlacePoster(targets: UserTargets(allowsLocal: allowsLocal), clock: clock))
    }

    private func report(_ store: LocationStore, _ numbers: Int...) async throws {
        for number in numbers { try await store.report(.owner, number, key: .right, at: clock.now()) }
    }

    private func problem(_ store: LocationStore) async throws -> String? {
        try await store.listForwarders(.owner, of: .ada).value.first?.problem
    }

    /// The numbers of the places in the order of their calls.
    private func received(_ receiver: FakeReceiver) -> [Int] {
        receiver.calls.compactMap {
            String(decoding: $0.body, as: UTF8.self).firstMatch(of: /"tst":17000000(\d\d)/).flatMap { Int($0.1) }
        }
    }

    @Test("Places arrive in order, at the whole address, as OwnTracks sends them")
    func order() async throws {
        try await FakeReceiver.run { receiver in
            let store = try await store(receiver)
            try await report(store, 1, 2, 3)
            await loop(store).sendDue()
            await loop(store).sendDue()
            #expect(received(receiver) == [1, 2, 3])
            let call = try #require(receiver.calls.first)
            #expect(call.method == "POST" && call.path == "/hook?key=1")
            #expect(call.headers["content-type"] == "application/json" && call.headers["authorization"] == nil)
            #expect(call.headers["x-limit-u"] == "balise" && call.headers["x-limit-d"] == "owner")
        }
    }

    @Test("A webhook is signed, with the same id for each attempt")
    func signed() async throws {
        try await FakeReceiver.run(.status(500)) { receiver in
            let store = try await store(receiver, .webhook)
            try await report(store, 1)
            await loop(store).sendDue()
            clock.advance(seconds: 5)
            await loop(store).sendDue()
            #expect(receiver.calls.map { $0.headers["webhook-id"] } == ["msg_f1_1", "msg_f1_1"])
            let call = try #require(receiver.calls.last)
            let headers = Webhook.headers(
                of: "msg_f1_1", String(decoding: call.body, as: UTF8.self),
                signedWith: try Webhook.key(ForwarderRulesTests.secret), at: clock.now())
            for (name, value) in headers { #expect(call.headers[name] == value) }
        }
    }

    @Test("A target that is away gets the same place again after growing pauses, and then the later ones")
    func away() async throws {
        try await FakeReceiver.run(.status(503), .status(301)) { receiver in
            let store = try await store(receiver)
            try await report(store, 1, 2)
            await loop(store).sendDue()
            #expect(try await problem(store)?.hasSuffix("(status 503)") == true)
            clock.advance(seconds: 4)
            await loop(store).sendDue()
            #expect(received(receiver) == [1])
            clock.advance(seconds: 1)
            await loop(store).sendDue()
            #expect(try await problem(store)?.hasSuffix("(status 301)") == true)
            clock.advance(seconds: 9)
            await loop(store).sendDue()
            #expect(received(receiver) == [1, 1])
            clock.advance(seconds: 1)
            await loop(store).sendDue()
            #expect(received(receiver) == [1, 1, 1, 2])
            #expect(try await problem(store) == nil)
        }
    }

    @Test("A refused place blocks no later one")
    func refused() async throws {
        try await FakeReceiver.run(.status(422)) { receiver in
            let store = try await store(receiver)
            try await report(store, 1, 2)
            await loop(store).sendDue()
            #expect(received(receiver) == [1, 2])
            #expect(try await store.listForwarders(.owner, of: .ada).value.first?.dropped == 1)
        }
    }

    @Test("A silent target delays no other, and a kill in the middle loses no place")
    func silent() async throws {
        try await FakeReceiver.run(.silence) { silent in
            let first = try await store(silent)
            try await FakeReceiver.run { well in
                let request = CreateForwarder.sample(url: well.url().absoluteString)
                _ = try await first.createForwarder(request, try #require(ForwarderID("f2")), at: .start)
                try await report(first, 1)
                let killed = Task { await loop(first).run() }
                try await eventually("the target that is well has the place") {
                    let forwarders = try await first.listForwarders(.owner, of: .ada).value
                    return silent.calls.count == 1 && forwarders.map(\.waiting) == [0, 1]
                }
                await killed.end()
                await loop(first).sendDue()
                #expect(received(silent) == [1], "the lease of the killed process still holds")
                clock.advance(seconds: ForwarderRules.lease)
                await loop(first).sendDue()
                #expect(received(silent) == [1, 1] && received(well) == [1])
            }
        }
    }

    @Test("A private address gets nothing unless the operator allows it")
    func privateAddress() async throws {
        try await FakeReceiver.run { receiver in
            let store = try await store(receiver)
            try await report(store, 1)
            await loop(store, allowsLocal: false).sendDue()
            #expect(receiver.calls.isEmpty)
            #expect(try await problem(store)?.contains("forwarders.localTargets") == true)
        }
    }

    @Test("A user makes at most 20 forwarders a day, because each causes a mail; refused ones do not count")
    func rate() async throws {
        try await LocationHarness.run { location in
            #expect(try await location.outcome(CreateForwarder.sample()) == .notFound)
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            _ = try await location.send(ClaimDevice(account: .ada, device: .owner, key: .right))
            for _ in 1...20 {
                let made = try await location.send(CreateForwarder.sample())
                _ = try await location.send(RemoveForwarder(account: .ada, device: .owner, forwarder: made.id))
            }
            #expect(try await location.outcome(CreateForwarder.sample()) == .rateLimited)
            location.clock.advance(seconds: 86_400)
            _ = try await location.send(CreateForwarder.sample())
        }
    }

    @Test("A test sends the present place and says what the target answered")
    func test() async throws {
        try await FakeReceiver.run(.status(200), .status(404)) { receiver in
            try await LocationHarness.run({ $0.forwarders.localTargets = true }) { location in
                _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
                _ = try await location.send(ClaimDevice(account: .ada, device: .owner, key: .right))
                let made = try await location.send(CreateForwarder.sample(url: receiver.url().absoluteString))
                #expect(made.id.text.count == 24 && made.origin.value.hasPrefix("http://127.0.0.1:"))
                let test = TestForwarder(account: .ada, device: .owner, forwarder: made.id)
                #expect(try await location.outcome(test) == .conflict)
                _ = try await location.send(UpdateLocation.of(.owner, [1, 2], key: .right))
                try await eventually("both are sent") { receiver.calls.count == 2 }
                let fine = try await location.send(test)
                #expect(fine.isAccepted && fine.status == 200)
                let soon = try await location.refusal(test)
                #expect(soon?.code == .rateLimited && soon?.retryAfter == 10)
                location.clock.advance(seconds: 10)
                #expect(try await location.send(test).status == 200)
                #expect(receiver.calls.count == 4)
                let other = TestForwarder(account: .ben, device: .owner, forwarder: made.id)
                #expect(try await location.outcome(other) == .notFound)
                _ = try await location.send(RemoveForwarder(account: .ada, device: .owner, forwarder: made.id))
                #expect(try await location.send(ListForwarders(account: .ada, device: .owner)).isEmpty)
            }
        }
    }
}
