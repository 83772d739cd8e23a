@Suite("Readiness by feeds") struct FeedReadinessTests {
    private static let page = FeedPage(epoch: FeedEpoch(rawValue: 1), changes: [], highWater: 1, startsOver: true)

    private struct DiskFull: Error, CustomStringConvertible { let description = "no space left" }

    /// What a follower finds at its first failure, 5 s later and a minute later.
    private func findings(
        ask: @escaping @Sendable () throws(BusError) -> FeedPage, apply: @escaping @Sendable () throws -> Void
    ) async throws -> [HealthFinding] {
        let clock = SteppedClock()
        let follower = FeedFollower(
            of: FeedName(rawValue: "accounts"), from: .cursor(nil), rest: .seconds(3600), clock: clock,
            ask: { _, _ throws(BusError) in try ask() }
        ) { _, _ in try apply() }
        let running = Task { await follower.run() }
        #expect(await eventually { clock.sleepers == 1 })
        let first = follower.finding
        clock.advance(by: .seconds(5))
        let second = follower.finding
        clock.advance(by: .seconds(55))
        let third = follower.finding
        await running.end()
        return [first, second, third]
    }

    @Test("a service is not ready after it could not store a feed for 5 s, and says why")
    func cannotBeStored() async throws {
        let told = try await findings(ask: { FeedReadinessTests.page }, apply: { throw DiskFull() })
        let failure = HealthFinding.failure(
            "the feed accounts cannot be followed: no space left", "look at the log of this service")
        #expect(told[0].state == .unknown && told.dropFirst() == [failure, failure])
    }

    @Test("a silent source is a warning after a minute, and does not make the follower unready")
    func sourceAway() async throws {
        let told = try await findings(ask: { () throws(BusError) in throw .unavailable(.identity) }, apply: {})
        #expect(told.map(\.state) == [.unknown, .unknown, .warning])
    }
}
