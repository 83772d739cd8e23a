import BaliseTesting

@testable import Balise

@Suite("Arrivals that the phone observes", .timeLimit(.minutes(10)))
struct ArrivalWatchTests {
    private static let place =
        #"{"id":"p1","name":"Home","device":"phone","latitude":48.5,"longitude":-4.5,"radius":200,"watchers":["a2"],"#
        + #""createdAt":"2027-01-15T08:00:00Z"}"#
    private static let other =
        #"{"id":"p2","name":"Work","device":"tablet","latitude":1,"longitude":1,"radius":200,"#
        + #""watchers":["a2"],"createdAt":"2027-01-15T08:00:00Z"}"#

    private let folder = TemporaryFolder()
    private let secrets = MemorySecretStore()
    private let time = SetTime()
    private let source = ScriptedLocationSource()

    /// A server with two places. The first answers to reports are as given, the later ones are successes.
    private func server(_ reports: Result<BaliseHTTPResponse, BaliseTransportError>...) -> ScriptedTransport {
        let list = #"{"success":true,"data":{"places":[\#(Self.place),\#(Self.other)],"watched":[]}}"#
        let count = Mutex(0)
        return ScriptedTransport { call, _ throws(BaliseTransportError) in
            guard call.method == "POST" else { return .json(list) }
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            if number < reports.count { return try reports[number].get() }
            return .json(#"{"success":true,"data":\#(Self.place)}"#)
        }
    }

    private func sharing(_ server: ScriptedTransport) async throws -> LocationSharing {
        let client = try await BaliseClient.scripted(server, secrets: secrets, time: time, pause: HeldPause()) {
            $0.retries = .never
        }
        return try await client.locations.sharing(
            of: .named("phone"), from: source, in: folder.url, watchesArrivals: true)
    }

    private func posted(_ server: ScriptedTransport) -> [String] {
        server.calls.filter { $0.method == "POST" }.map { $0.line + " " + $0.text }
    }

    private func crossed(_ isInside: Bool, _ seconds: TimeInterval) -> LocationEvent {
        .crossed(place: "p1", isInside: isInside, at: Date(timeIntervalSince1970: 1_800_000_000 + seconds))
    }

    private func leaveAndArrive() async throws {
        try await eventually("the circle is observed") { source.observations.last?.places.isEmpty == false }
        source.report(crossed(false, 0))
        source.report(crossed(true, 10))
    }

    private let arrival =
        #"POST /api/v1/users/me/arrivals/p1/events {"isInside":true,"at":"2027-01-15T08:00:10Z"}"#

    @Test("are reported while no places are shared, each once")
    func reports() async throws {
        let server = server()
        let sharing = try await sharing(server)
        let running = Task { await sharing.run() }
        try await eventually("the circle is observed") { source.observations.last?.places.isEmpty == false }
        let circle = LocationObservation.Boundary(latitude: 48.5, longitude: -4.5, radius: 200)
        #expect(source.observations.last == LocationObservation(changes: true, places: ["p1": circle]))
        source.report(crossed(false, 0))
        source.report(crossed(true, 10))
        source.report(crossed(true, 20))
        try await eventually("the server knows it") { posted(server).count == 1 }
        try await eventually("nothing waits") { await sharing.arrivals?.waiting == 0 }
        #expect(posted(server) == [arrival])
        #expect(await sharing.arrivals?.isInside == ["p1": true])
        #expect(await sharing.state.power == .off)
        await running.end()
    }

    @Test("wait for the network, also in the next process")
    func relaunches() async throws {
        do {
            let server = server(.lost())
            let sharing = try await sharing(server)
            let running = Task { await sharing.run() }
            try await leaveAndArrive()
            try await eventually("it was tried") { posted(server).count == 1 }
            await running.end()
        }
        let second = server()
        var opened: LocationSharing?
        try await eventually("the files are free") {
            opened = try? await sharing(second)
            return opened != nil
        }
        let again = try #require(opened)
        #expect(await again.arrivals?.isInside == ["p1": true])
        let running = Task { await again.run() }
        try await eventually("the server knows it") { posted(second) == [arrival] }
        await running.end()
    }

    @Test("are dropped for a place that the user has removed")
    func removed() async throws {
        let server = server(.refusal(404, "NOT_FOUND"))
        let sharing = try await sharing(server)
        let running = Task { await sharing.run() }
        try await leaveAndArrive()
        try await eventually("it was tried") { posted(server).count == 1 }
        try await eventually("nothing waits") { await sharing.arrivals?.waiting == 0 }
        await running.end()
    }
}
