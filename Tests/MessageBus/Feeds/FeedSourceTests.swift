// The owner's side of a feed: when it answers at once and when it waits.

@Suite(.timeLimit(.minutes(10))) struct FeedSourceTests {
    private let feed = ModelFeed()
    private let clock = SteppedClock()

    private func source(largestPage: Int = 1000) -> FeedSource {
        let feed = feed
        return FeedSource(largestPage: largestPage, clock: clock) { try feed.page($0, $1, $2, $3) }
    }

    private func read(after: UInt64?, epoch: UInt64? = 1 << 16, limit: Int = 100) -> ReadFeed {
        ReadFeed(feed: ModelFeed.name, epoch: epoch.map(FeedEpoch.init(rawValue:)), after: after, limit: limit)
    }

    @Test func theMarkIsAnsweredAtOnce() async throws {
        let page = try await source().answer(read(after: nil))
        #expect(page.changes.isEmpty)
        #expect(page.highWater == 0)
    }

    @Test func anotherEpochIsAnsweredAtOnce() async throws {
        let page = try await source().answer(read(after: 0, epoch: 9))
        #expect(page.startsOver)
    }

    @Test func withoutChangesTheAnswerIsEmptyAfterHalfASecond() async throws {
        let source = source()
        let answer = Task { try await source.answer(read(after: 0), within: .seconds(5)) }
        #expect(await eventually { clock.sleepers == 1 }, "it waits")
        clock.advance(by: .milliseconds(499))
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(1))
        let page = try await answer.value
        #expect(page.changes.isEmpty)
        #expect(page.highWater == 0)
    }

    @Test func aCallerWithLittleTimeIsAnsweredInTime() async throws {
        let source = source()
        let answer = Task { try await source.answer(read(after: 0), within: .milliseconds(100)) }
        #expect(await eventually { clock.sleepers == 1 }, "it waits")
        clock.advance(by: .milliseconds(90))
        #expect(try await answer.value.changes.isEmpty)
    }

    @Test func aChangeEndsTheWait() async throws {
        let source = source()
        let answer = Task { try await source.answer(read(after: 0), within: .seconds(5)) }
        #expect(await eventually { clock.sleepers == 1 }, "it waits")
        feed.change("a", to: 1)
        source.changed(FeedName(rawValue: "another"))
        #expect(clock.sleepers == 1)
        source.changed(ModelFeed.name)
        #expect(try await answer.value.changes.map(\.key) == ["a"])
    }

    @Test func aCancelledCallerEndsTheWait() async throws {
        let source = source()
        let answer = Task { try await source.answer(read(after: 0), within: .seconds(5)) }
        #expect(await eventually { clock.sleepers == 1 }, "it waits")
        answer.cancel()
        #expect(try await answer.value.changes.isEmpty)
    }

    @Test func aPageIsNeverLargerThanTheSourceAllows() async throws {
        for number in 0..<20 { feed.change("\(number)", to: 1) }
        let source = source(largestPage: 7)
        #expect(try await source.answer(read(after: 0, limit: 1000)).changes.count == 7)
        #expect(try await source.answer(read(after: 0, limit: -3)).changes.count == 1)
    }

    @Test func anUnknownFeedIsRefused() async throws {
        let request = ReadFeed(feed: FeedName(rawValue: "none"), epoch: nil, after: 0, limit: 1)
        await #expect(throws: ServiceError.self) { try await source().answer(request) }
    }
}
