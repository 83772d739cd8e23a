import BaliseTesting

@testable import Balise

@Suite("Sharing of places", .timeLimit(.minutes(10)))
struct LocationSharingTests {
    let folder = TemporaryFolder()
    let time = SetTime()
    let source = ScriptedLocationSource()
    let phone: LocationDeviceID

    init() throws { phone = try .named("phone") }

    private func sharing(
        _ server: MiataruServer = MiataruServer(), from other: ScriptedLocationSource? = nil,
        pause: (any BaliseSleeper)? = nil
    ) async throws -> LocationSharing {
        let configuration = try BaliseConfiguration.scripted(server, time: time, pause: pause ?? HeldPause())
        return try await BaliseClient(configuration).locations.sharing(
            of: phone, from: other ?? source, in: folder.url)
    }

    private func fix(_ seconds: TimeInterval) -> LocationFix {
        LocationFix(
            recordedAt: Date(timeIntervalSince1970: 1_800_000_000 + seconds), latitude: 48.25, longitude: 10.5,
            horizontalAccuracy: 5)
    }

    @Test("sends what the source reports, and shows it")
    func shares() async throws {
        let server = MiataruServer()
        let sharing = try await sharing(server)
        let running = Task { await sharing.run() }
        try await sharing.setPower(.whenMoving)
        source.report(.permission(.always))
        source.report(.fix(fix(1)))
        source.report(.fix(fix(2)))
        try await eventually("the places are on the server") { server.now.places["phone"] == timestamps(1, 2) }
        try await eventually("nothing waits") { await sharing.state.outbox.waiting == 0 }
        try await eventually("the last place is shown") { await sharing.state.lastPlace == .at(2) }
        let state = await sharing.state
        #expect(state.power == .whenMoving && state.permission == .always)
        #expect(source.observations.last == LocationObservation(changes: true))
        await running.end()
    }

    @Test("goes on in the next process with the mode and the waiting places, and doubles none")
    func relaunches() async throws {
        let server = MiataruServer { _, number in number == 0 ? .answerLost : nil }
        do {
            let sharing = try await sharing(server)
            try await sharing.setPower(.whenMoving)
            let running = Task { await sharing.run() }
            source.report(.fix(fix(1)))
            try await eventually("the answer is lost") { await sharing.state.outbox.problem == .timedOut }
            await running.end()
        }
        let next = ScriptedLocationSource()
        var opened: LocationSharing?
        try await eventually("the files are free") {
            opened = try? await sharing(server, from: next)
            return opened != nil
        }
        let second = try #require(opened)
        let again = Task { await second.run() }
        // The system reports the last place again.
        next.report(.fix(fix(1)))
        next.report(.fix(fix(2)))
        try await eventually("the second place is there") { server.now.places["phone"]?.count == 2 }
        #expect(server.now.places["phone"] == timestamps(1, 2))
        #expect(next.observations.first == LocationObservation(changes: true))
        await again.end()
    }

    @Test("tries the network again with the next large move, before the app sleeps")
    func retries() async throws {
        let server = MiataruServer { _, number in number == 0 ? .lostOnTheWay : nil }
        // Its waits do not end.
        let sharing = try await sharing(server)
        let running = Task { await sharing.run() }
        try await sharing.setPower(.whenMoving)
        source.report(.fix(fix(1)))
        try await eventually("the network is lost") { await sharing.state.outbox.problem != nil }
        source.report(.fix(fix(2)))
        try await eventually("both places are there") { server.now.places["phone"] == timestamps(1, 2) }
        await running.end()
    }

    @Test("ends a precise time without an event")
    func preciseEnds() async throws {
        let pause = HeldPause()
        let sharing = try await sharing(pause: pause)
        try await sharing.setPower(.whenMoving)
        try await sharing.setPower(.precise(until: time.now + 600))
        var waits = pause.waits.makeAsyncIterator()
        #expect(await waits.next() == 600)
        time.pass(600)
        pause.end()
        try await eventually("it is over") { await sharing.state.power == .whenMoving }
        #expect(source.observations.last == LocationObservation(changes: true))
    }

    @Test("observes precisely for a moment when a member asks, unless sharing is off")
    func answers() async throws {
        let payload: [AnyHashable: Any] = ["type": "place-question", "device": "phone"]
        #expect(ReceivedPush(payload: payload).askedDevice == phone)
        #expect(ReceivedPush(payload: ["type": "other", "device": "phone"]).askedDevice == nil)
        let sharing = try await sharing()
        try await sharing.answerQuestion()
        #expect(await sharing.state.power == .off && source.observations.isEmpty)
        try await sharing.setPower(.whenMoving)
        try await sharing.answerQuestion()
        #expect(await sharing.state.power == .precise(until: time.now + 25))
        #expect(source.observations.last?.updates == true)
    }

    @Test("shares nothing if the stored mode cannot be read")
    func damage() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data("{\"power\":\"later\"}".utf8).write(to: folder.url.appendingPathComponent("power"))
        #expect(try await sharing().state.power == .off)
    }

    @Test("says when a mode could not be stored, and stays in the old one")
    func storage() async throws {
        let sharing = try await sharing()
        try FileManager.default.removeItem(at: folder.url)
        #expect(try await failure { try await sharing.setPower(.balanced) }.storageReason != nil)
        #expect(await sharing.state.power == .off)
        #expect(source.observations.isEmpty)
    }
}
