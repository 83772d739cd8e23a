@Suite("Readiness by feeds") struct FeedReadinessTests {
    private static let page = FeedPage(epoch: FeedEpoch(rawValue: 1), changes: [], highWater: 1, startsOver: true)

    private struct DiskFull: Error, CustomStringConvertible { let description = "no space left" }

    /// The obstacle of a follower at its first failure, and 5 s later.
    private func obstacles(
        ask: @escaping @Sendable () throws(BusError) -> FeedPage, apply: @escaping @Sendable () throws -> Void
    ) async throws -> [String?] {
        let clock = SteppedClock()
        let follower = FeedFollower(
            of: FeedName(rawValue: "accounts"), from: .cursor(nil), rest: .seconds(3600), clock: clock,
            ask: { _, _ throws(BusError) in try ask() }
        ) { _, _ in try apply() }
        let running = Task { await follower.run() }
        #expect(await eventually { clock.sleepers == 1 })
        let first = follower.obstacle
        clock.advance(by: .seconds(5))
        let second = follower.obstacle
        running.cancel()
        await running.value
        return [first, second]
    }

    @Test("a service is not ready after it could not store a feed for 5 s, and says why")
    func cannotBeStored() async throws {
        let told = try await obstacles(ask: { FeedReadinessTests.page }, apply: { throw DiskFull() })
        #expect(told == [nil, "the feed accounts cannot be followed: no space left"])
    }

    @Test("a silent source does not make the follower unready")
    func sourceAway() async throws {
        let told = try await obstacles(ask: { () throws(BusError) in throw .unavailable(.identity) }, apply: {})
        #expect(told == [nil, nil])
    }
}
