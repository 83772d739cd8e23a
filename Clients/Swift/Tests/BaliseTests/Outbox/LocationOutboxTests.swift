@testable import Balise

@Suite("An outbox of places", .timeLimit(.minutes(10)))
struct LocationOutboxTests {
    let folder = OutboxFolder()
    let secrets = MemorySecretStore()
    let time = SetTime(1_800_001_000)
    let a: LocationDeviceID
    let b: LocationDeviceID

    init() throws { (a, b) = (try LocationDeviceID.named("a"), try LocationDeviceID.named("b")) }

    private func client(_ transport: any BaliseTransport, pause: (any BaliseSleeper)? = nil) throws -> BaliseClient {
        var configuration = try BaliseConfiguration.scripted(transport, secrets: secrets, time: time, pause: pause)
        // These tests examine the outbox's own waits, not those of each call.
        configuration.retries = .never
        return BaliseClient(configuration)
    }

    private func outbox(
        _ transport: any BaliseTransport, pause: (any BaliseSleeper)? = nil, limit: Int = 100
    ) throws -> LocationOutbox { try client(transport, pause: pause).locations.outbox(at: folder.file, limit: limit) }

    @Test("delivers places in order in one call, and removes acknowledged ones")
    func delivers() async throws {
        let server = MiataruServer()
        let outbox = try outbox(server)
        for second in [1.0, 2, 3] { #expect(try await outbox.add(.at(second), of: a, keeping: .history)) }
        #expect(try await !outbox.add(.at(3), of: a, keeping: .history))
        #expect(try await !outbox.add(.at(2.5), of: a, keeping: .history))
        var status = await outbox.status
        #expect(status.waiting == 3 && status.secondsBehind(at: time.now) == 999 && status.lastDelivery == nil)

        status = try await outbox.deliver()
        #expect(server.now.updates == [timestamps(1, 2, 3)])
        #expect(status.waiting == 0 && status.secondsBehind(at: time.now) == nil && status.lastDelivery == time.now)
        // The file on the disk does not reveal the position.
        #expect(try !String(decoding: folder.content, as: UTF8.self).contains("latitude"))
        try await outbox.deliver()
        #expect(server.now.requests == 1)
    }

    @Test("keeps unacknowledged places after a kill, and no others")
    func survivesRestarts() async throws {
        let server = MiataruServer { _, number in number == 1 ? .lostOnTheWay : nil }
        do {
            let outbox = try outbox(server)
            try await outbox.add(.at(1), of: a, keeping: .history)
            try await outbox.deliver()
            try await outbox.add(.at(2), of: a, keeping: .history)
            #expect(try await failure { try await outbox.deliver() } == .unreachable("no network"))
            #expect(await outbox.status.problem == .unreachable("no network"))
        }
        let outbox = try outbox(server)
        #expect(await outbox.status.waiting == 1)
        #expect(try await !outbox.add(.at(1.5), of: a, keeping: .history))
        try await outbox.deliver()
        #expect(server.now.places["a"] == timestamps(1, 2))
    }

    @Test(
        "keeps places until they are acknowledged by a Miataru server",
        arguments: [
            BaliseHTTPResponse.json("<html>Sign in to the hotel's network</html>"), .json("{}"), .json("", status: 302),
            .miataru(404),
            .miataru(429), .miataru(503), .miataru(500),
        ])
    func wantsAnAcknowledgement(_ answer: BaliseHTTPResponse) async throws {
        let server = MiataruServer { _, number in number == 0 ? .answer(answer) : nil }
        let outbox = try outbox(server)
        try await outbox.add(.at(1), of: a, keeping: .history)
        _ = try await failure { try await outbox.deliver() }
        #expect(await outbox.status.waiting == 1)
        try await outbox.deliver()
        #expect(server.now.places["a"] == timestamps(1))
    }

    @Test("sends only what the history lacks after a call without an answer", arguments: [false, true])
    func settlesDoubt(byAnotherProcess: Bool) async throws {
        let server = MiataruServer { _, number in number == 0 ? .answerLost : nil }
        var outbox: LocationOutbox? = try outbox(server)
        for second in [1.0, 2] { try await outbox?.add(.at(second), of: a, keeping: .history) }
        #expect(try await failure { try await outbox?.deliver() } == .timedOut)
        if byAnotherProcess {
            outbox = nil
            outbox = try self.outbox(server)
        }
        try await outbox?.add(.at(3), of: a, keeping: .history)
        let status = try await outbox?.deliver()
        #expect(server.now.places["a"] == timestamps(1, 2, 3))
        #expect(server.now.updates == [timestamps(1, 2), timestamps(3)] && status?.losses == OutboxLosses())
    }

    @Test("sends again after a call without an answer if the device may not read its history")
    func keepsDoubt() async throws {
        let server = MiataruServer { _, number in
            switch number {
            case 0: .answerLost
            case 1: .answer(.miataru(403))
            default: nil
            }
        }
        let outbox = try outbox(server)
        try await outbox.add(.at(1), of: a, keeping: .history)
        #expect(try await failure { try await outbox.deliver() } == .timedOut)
        try await outbox.deliver()
        #expect(server.now.places["a"] == timestamps(1, 1))
    }

    @Test("sends at most 200 places in one call, the oldest first")
    func batches() async throws {
        let server = MiataruServer()
        let outbox = try outbox(server, limit: 500)
        for second in 1...401 { try await outbox.add(.at(TimeInterval(second)), of: a, keeping: .history) }
        try await outbox.deliver()
        #expect(server.now.updates.map(\.count) == [200, 200, 1])
        #expect(server.now.places["a"]?.last == timestamps(401).first)
    }

    @Test("delivers everything once and in order despite random failures", arguments: 0..<20)
    func survivesWeather(_ seed: UInt64) async throws {
        let random = CountedRandom(seed)
        let weather = CountedRandom(seed + 1000)
        let server = MiataruServer { _, _ in
            switch weather.next() % 6 {
            case 0: .lostOnTheWay
            case 1: .answerLost
            case 2: .answer(.miataru(503))
            default: nil
            }
        }
        var outbox: LocationOutbox? = try outbox(server)
        var taken: [String: [String]] = [:]
        for second in 1...60 {
            let device = random.next() % 2 == 0 ? "a" : "b"
            if try await outbox?.add(.at(TimeInterval(second)), of: .named(device), keeping: .history) == true {
                taken[device, default: []] += timestamps(second)
            }
            if random.next() % 3 == 0 { _ = try? await outbox?.deliver() }
            if random.next() % 10 == 0 {
                // The process is killed, and another one starts.
                outbox = nil
                outbox = try self.outbox(server)
            }
        }
        while try #require(await outbox?.status.waiting) > 0 { _ = try? await outbox?.deliver() }
        for (device, places) in taken { #expect(server.now.places[device] == places) }
        // The current place never becomes older, within a call and between calls.
        for device in taken.keys {
            let accepted = server.now.updates.filter { $0.contains { taken[device]?.contains($0) == true } }
            #expect(accepted.compactMap(\.last) == accepted.compactMap(\.last).sorted())
            #expect(accepted.allSatisfy { $0 == $0.sorted() })
        }
    }

    @Test("sends only the newest place without history, for its remaining time")
    func sendsTheNewest() async throws {
        let server = MiataruServer()
        let outbox = try outbox(server)
        // The clock is a thousand seconds ahead, almost 17 minutes.
        for second in [1.0, 2, 3] { try await outbox.add(.at(second), of: a, keeping: .newestOnly(minutes: 30)) }
        try await outbox.deliver()
        #expect(server.now.updates == [timestamps(3)] && server.now.keeping["a"] == "14")
        try await outbox.add(.at(4), of: a, keeping: .newestOnly(minutes: 1))
        let status = try await outbox.deliver()
        #expect(server.now.requests == 1 && status.losses.expired == 1 && status.waiting == 0)
    }

    @Test("sets a refused place aside with the reason, and delivers the others")
    func putsBadPlacesAside() async throws {
        let server = MiataruServer()
        let outbox = try outbox(server)
        for second in 1...9 {
            let latitude = second == 4 || second == 9 ? 66.6 : 48
            try await outbox.add(.at(TimeInterval(second), latitude: latitude), of: a, keeping: .history)
        }
        var status = try await outbox.deliver()
        #expect(server.now.places["a"] == timestamps(1, 2, 3, 5, 6, 7, 8))
        #expect(status.waiting == 0 && status.losses.refused == 2 && status.held.isEmpty)
        #expect(status.refusals.map { $0.location.recordedAt } == [4, 9].map { DeviceLocation.at($0).recordedAt })
        #expect(status.refusals.allSatisfy { $0.device == a && $0.reason.contains("400") })
        try await outbox.clearRefusals()
        status = await outbox.status
        #expect(status.refusals.isEmpty && status.losses.refused == 2)
    }

    @Test("gives up no place for a mistake in the app's configuration")
    func wrongConfiguration() async throws {
        var configuration = try BaliseConfiguration.scripted(MiataruServer(), secrets: secrets, time: time)
        configuration.installation = "one\ntwo"
        let outbox = try BaliseClient(configuration).locations.outbox(at: folder.file)
        for second in 1...2 { try await outbox.add(.at(TimeInterval(second)), of: a, keeping: .history) }
        #expect(try await failure { try await outbox.deliver() }.invalidReason != nil)
        let status = await outbox.status
        #expect(status.waiting == 2 && status.losses.refused == 0)
    }

    @Test("holds a device whose key is refused until another key is stored")
    func holdsDevices() async throws {
        let server = MiataruServer(keys: ["a": "theirs"])
        let client = try client(server)
        let outbox = try client.locations.outbox(at: folder.file)
        try await outbox.add(.at(1), of: a, keeping: .history)
        try await outbox.add(.at(2), of: b, keeping: .history)
        var status = try await outbox.deliver()
        #expect(status.waiting == 1 && status.held[a]?.code == .deviceKeyUnknown && status.held[b] == nil)
        #expect(server.now.places == ["b": timestamps(2)])
        let requests = server.now.requests
        try await outbox.add(.at(3), of: a, keeping: .history)
        try await outbox.deliver()
        #expect(server.now.requests == requests)

        try await client.locations.keys.adopt(.of("theirs"), for: a)
        status = try await outbox.deliver()
        #expect(status.waiting == 0 && status.held.isEmpty)
        #expect(server.now.places["a"] == timestamps(1, 3))
    }

    @Test("discards a device's places for good, and no others")
    func discards() async throws {
        let server = MiataruServer(keys: ["a": "theirs"])
        do {
            let outbox = try outbox(server)
            for second in [1.0, 2] { try await outbox.add(.at(second), of: a, keeping: .history) }
            try await outbox.deliver()
            try await outbox.add(.at(3), of: b, keeping: .history)
            #expect(try await outbox.discard(of: a) == 2)
            #expect(try await outbox.discard(of: a) == 0)
            let status = await outbox.status
            #expect(status.waiting == 1 && status.held.isEmpty && status.losses.dropped == 2)
        }
        let outbox = try outbox(server)
        let status = try await outbox.deliver()
        #expect(status.waiting == 0 && server.now.places == ["b": timestamps(3)])
    }

    enum KeyChange: CaseIterable { case adopted, reset, removed }

    @Test("that runs continues by itself when a held device gets another key", arguments: KeyChange.allCases)
    func goesOnWithAnotherKey(_ change: KeyChange) async throws {
        let server = MiataruServer(keys: ["a": "theirs"], claimed: "a")
        let pause = HeldPause()
        let client = try client(server, pause: pause)
        try await client.tokenStore.begin(.ada)
        let outbox = try client.locations.outbox(at: folder.file)
        try await outbox.add(.at(1), of: a, keeping: .history)
        let run = Task { await outbox.run() }
        var waits = pause.waits.makeAsyncIterator()
        #expect(await waits.next() == 3600)
        #expect(await outbox.status.held[a] != nil)
        switch change {
        case .adopted: try await client.locations.keys.adopt(.of("theirs"), for: a)
        case .reset: try await client.locations.keys.reset(a)
        case .removed: try await client.locations.keys.remove(a)
        }
        try await eventually("everything is sent") { await outbox.status.waiting == 0 }
        #expect(server.now.places["a"] == timestamps(1))
        await run.end()
    }

    @Test("that runs waits as long as the server asks, also when a key changes")
    func keepsWaiting() async throws {
        let server = MiataruServer { call, number in
            number == 0 ? .answer(.refusal(429, "RATE_LIMITED", retryAfter: 100)) : nil
        }
        let pause = HeldPause()
        let client = try client(server, pause: pause)
        let outbox = try client.locations.outbox(at: folder.file)
        try await outbox.add(.at(1), of: a, keeping: .history)
        let run = Task { await outbox.run() }
        var waits = pause.waits.makeAsyncIterator()
        #expect(try #require(await waits.next()) >= 100)
        try await client.locations.keys.set(for: b)
        try await client.locations.keys.set(for: b)
        pause.end()
        #expect(await waits.next() == 3600)
        // Two changes of the key, and the place before and after the wait.
        #expect(server.now.requests == 4 && server.now.updates.count == 2)
        await run.end()
    }

    @Test("makes each call once for several callers")
    func deliversOnce() async throws {
        let server = MiataruServer()
        let outbox = try outbox(server)
        try await outbox.add(.at(1), of: a, keeping: .history)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await outbox.deliver() } }
            try await group.waitForAll()
        }
        #expect(server.now.places["a"] == timestamps(1))
    }

    @Test("that runs waits longer after each failure, as long as the server asks, and not at all when woken")
    func backsOff() async throws {
        let server = MiataruServer { _, number in
            switch number {
            case 0...2: .lostOnTheWay
            case 3: .answer(.refusal(429, "RATE_LIMITED", retryAfter: 100))
            case 4: .lostOnTheWay
            default: nil
            }
        }
        let pause = HeldPause()
        let outbox = try outbox(server, pause: pause)
        try await outbox.add(.at(1), of: a, keeping: .history)
        let run = Task { await outbox.run() }
        var waits = pause.waits.makeAsyncIterator()
        for range in [0.5...1.0, 1...2, 2...4, 100...110.0] {
            let wait = try #require(await waits.next())
            #expect(range.contains(wait))
            pause.end()
        }
        let last = try #require(await waits.next())
        #expect((8...16).contains(last))
        await outbox.retryNow()
        // Everything is delivered. The outbox rests until new places arrive.
        #expect(await waits.next() == 3600)
        #expect(server.now.places["a"] == timestamps(1))
        try await outbox.add(.at(2), of: a, keeping: .history)
        #expect(await waits.next() == 3600)
        #expect(server.now.places["a"] == timestamps(1, 2))
        await run.end()
    }

    @Test("reports its status at first and after each change")
    func tellsItsStatus() async throws {
        let outbox = try outbox(MiataruServer())
        var statuses = await outbox.statuses().makeAsyncIterator()
        #expect(await statuses.next()?.waiting == 0)
        try await outbox.add(.at(1), of: a, keeping: .history)
        #expect(await statuses.next()?.waiting == 1)
        try await outbox.deliver()
        let status = await statuses.next()
        #expect(status?.waiting == 0 && status?.lastDelivery == time.now)
    }

    @Test("stores the valid places of a source")
    func takesFromASource() async throws {
        let start = time.now
        let good = LocationFix(recordedAt: start, latitude: 1, longitude: 2, horizontalAccuracy: 3)
        let bad = LocationFix(recordedAt: start + 1, latitude: 1, longitude: 2, horizontalAccuracy: -1)
        let outbox = try outbox(MiataruServer())
        try await outbox.add(from: ListedFixes(good, bad, good), of: a, keeping: .history)
        #expect(await outbox.status.waiting == 1)
    }

    @Test("stores no place out of range")
    func refusesFlaws() async throws {
        let outbox = try outbox(MiataruServer())
        for (latitude, keeping) in [(91.0, LocationKeeping.history), (1, .newestOnly(minutes: 0))] {
            let error = try await failure {
                try await outbox.add(.at(1, latitude: latitude), of: a, keeping: keeping)
            }
            #expect(error.invalidReason != nil)
        }
        #expect(await outbox.status.waiting == 0)
    }
}
