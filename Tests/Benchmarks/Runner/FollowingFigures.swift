import MessageBus
import Models

/// Users report positions at a steady rate while a publisher keeps asking how many would get an announcement; the answer waits
/// until all positions stored before are applied.
struct FollowingFigures {
    let plan: Plan

    private static let rate = 5000
    /// The people who move are these many, one after the other.
    private static let people = 100_000
    private var seconds: Int { plan.short.runs > 1 ? 30 : 5 }

    func measure() async throws -> Table {
        let folder = try PushPeers.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let peers = try PushPeers(in: folder, playing: PushPeers.all.filter { $0.1 != .location })
        let programs = try ["location", "push"].map { try PushPeers.start(plan.program($0), in: folder) }
        defer {
            for program in programs {
                program.terminate()
                program.waitUntilExit()
            }
        }
        let client = try MessageBus(BusConfiguration(name: .edge))
        let edge = client.client(
            as: .edge,
            endpoints: [
                .push: try PushPeers.endpoint(.push, folder), .location: try PushPeers.endpoint(.location, folder),
            ])
        try await untilItSucceeds {
            _ = try await Self.move(0, edge)
            _ = try await decide(edge, until: .now + .milliseconds(1))
        }
        let first = try await measure(edge, programs, from: 0)
        let second = try await measure(edge, programs, from: Self.rate * seconds)
        await client.shutDown(drain: .zero)
        await peers.end()

        var table = Table(
            "Decisions while \(whole(Double(Self.rate))) positions a second change, \(seconds) s twice",
            [
                "part", "positions/s", "kept, p50 ms", "kept, p99 ms", "decisions", "p50 ms", "p99 ms", "slowest ms",
                "location MiB", "push MiB",
            ])
        for (name, part) in [("first", first), ("second", second)] {
            let figures = [
                name, whole(part.rate), decimal(part.kept.median, 1), decimal(part.kept.percentile(99), 1),
                whole(Double(part.decided.count)), decimal(part.decided.median, 1),
                decimal(part.decided.percentile(99), 1), decimal(part.decided.max() ?? 0, 1),
            ]
            table.add(figures + part.memory.map(whole))
        }
        return table
    }

    private struct Part {
        var rate = 0.0
        var kept: [Double] = []
        var decided: [Double] = []
        /// MiB of each program.
        var memory: [Double] = []
    }

    private func measure(_ edge: BusClient, _ programs: [Process], from start: Int) async throws -> Part {
        let began = ContinuousClock.now
        let end = began + .seconds(seconds)
        async let decided = decide(edge, until: end)
        var part = Part()
        part.kept = try await move(edge, from: start, until: end)
        part.rate = Double(part.kept.count) / milliseconds(since: began) * 1000
        part.decided = try await decided
        part.memory = try programs.map { try mebibytes(of: [$0.processIdentifier]) }
        return part
    }

    private func move(_ edge: BusClient, from start: Int, until end: ContinuousClock.Instant) async throws -> [Double] {
        try await withThrowingTaskGroup(of: Double.self) { group in
            let began = ContinuousClock.now
            var number = 0
            while ContinuousClock.now < end {
                let due = Int(milliseconds(since: began) * Double(Self.rate) / 1000)
                while number < due {
                    let person = start + number
                    number += 1
                    group.addTask { try await Self.move(person, edge) }
                }
                try await Task.sleep(for: .milliseconds(2))
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func move(_ number: Int, _ edge: BusClient) async throws -> Double {
        let began = ContinuousClock.now
        let (place, times) = (Double(number % people), Double(number / people))
        let coordinate = try named(Coordinate(latitude: 42 + place / 12_000 + times / 1000, longitude: place / 20_000))
        let reply = try await edge.send(
            SetPosition(
                account: try named(AccountID("person\(number % people)")),
                position: Position(coordinate: coordinate, accuracy: 10, at: SystemClock().now())), .benchmark)
        guard reply.isKept else { throw CommandError(description: "a position was not kept") }
        return milliseconds(since: began)
    }

    /// How long each answer took.
    private func decide(_ edge: BusClient, until end: ContinuousClock.Instant) async throws -> [Double] {
        var times: [Double] = []
        while ContinuousClock.now < end {
            let began = ContinuousClock.now
            _ = try await edge.send(
                SendNotification(
                    notification: OutgoingNotification(
                        announcing: Announcement(type: .event, subject: .number(1), title: "Fête", body: "Ce soir"),
                        at: try named(Coordinate(latitude: 45, longitude: 2))),
                    publisher: try named(PublisherID("benchmark")), apiKey: try named(APIKeyID("benchmark")),
                    isDryRun: true, isOperator: true), .benchmark)
            times.append(milliseconds(since: began))
            try await Task.sleep(for: .milliseconds(20))
        }
        return times
    }
}
