extension BusTests {
    @Suite struct FeedFollowerTests {
        private let feed = ModelFeed()
        private let copy = ModelCopy()

        private func serve(_ bus: BusFixture) throws -> (source: FeedSource, server: BusServer) {
            let source = FeedSource(largestPage: 5) { [feed] in try feed.page($0, $1, $2, $3) }
            let server = try bus.serve(permitting: [ReadFeed.self]) { source.serve(in: &$0, to: [.edge]) }
            return (source, server)
        }

        private func follower(
            _ client: BusClient, from start: FeedFollower.Start? = nil, rest: Duration = .zero,
            clock: any FeedClock = ContinuousFeedClock(), failures: Tally = Tally()
        ) -> FeedFollower {
            FeedFollower(
                of: ModelFeed.name, at: .location, through: client, from: start ?? .cursor(copy.now.cursor), rest: rest,
                clock: clock, report: { _ in failures.add() }
            ) { [copy] in try copy.apply($0, $1) }
        }

        @Test(arguments: Way.allCases) func aNewFollowerGetsTheWholeStateAndThenWhatChanges(_ way: Way) async throws {
            try await withBus(way) { bus in
                for number in 0..<23 { feed.change("\(number)", to: UInt8(number)) }
                feed.change("3", to: nil)
                let (source, _) = try serve(bus)
                let follower = follower(bus.client())
                let running = Task { await follower.run() }
                #expect(await eventually { copy.now.values == feed.values })
                feed.change("new", to: 1)
                source.changed(ModelFeed.name)
                #expect(await eventually { copy.now.values == feed.values })
                #expect(copy.now.values["3"] == nil)
                await running.end()
            }
        }

        private struct Broken: Error {}

        @Test func aFollowerReportsForHowLongAndWhyItIsStuck() async throws {
            let clock = SteppedClock()
            let isBroken = Mutex(true)
            let page = FeedPage(epoch: FeedEpoch(rawValue: 1), changes: [], highWater: 1, startsOver: true)
            let follower = FeedFollower(
                of: ModelFeed.name, from: .cursor(nil), rest: .seconds(3600), clock: clock,
                ask: { _, _ throws(BusError) in page }
            ) { _, _ in
                if isBroken.withLock({ $0 }) { throw Broken() }
            }
            let running = Task { await follower.run() }
            #expect(await eventually { clock.sleepers == 1 })
            #expect(follower.failure(lasting: .zero) is Broken)
            #expect(follower.failure(lasting: .seconds(5)) == nil)
            clock.advance(by: .seconds(5))
            #expect(follower.failure(lasting: .seconds(5)) is Broken)
            isBroken.withLock { $0 = false }
            #expect(
                await eventually {
                    clock.advance(by: .milliseconds(500))
                    return follower.failure(lasting: .zero) == nil
                })
            await running.end()
        }

        @Test func aFollowerKilledAtRandomMomentsMissesNoChange() async throws {
            try await withBus(.ipc) { bus in
                let (source, _) = try serve(bus)
                let client = bus.client()
                var random = SeededNumbers(seed: 99)
                for _ in 0..<60 {
                    let running = Task { [follower = follower(client)] in await follower.run() }
                    for _ in 0..<Int.random(in: 0...40, using: &random) {
                        let key = "\(Int.random(in: 0..<50, using: &random))"
                        feed.change(
                            key, to: Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : nil)
                        source.changed(ModelFeed.name)
                        if Int.random(in: 0..<10, using: &random) == 0 { await Task.yield() }
                    }
                    if Int.random(in: 0..<8, using: &random) == 0 { feed.pruneTombstones() }
                    // At whatever point it is.
                    await running.end()
                }
                let follower = follower(client)
                let running = Task { await follower.run() }
                try await follower.catchUp(within: .seconds(60))
                #expect(copy.now.values == feed.values)
                await running.end()
            }
        }

        @Test func aFollowerOfNewChangesStartsAtTheMark() async throws {
            try await withBus(.inproc) { bus in
                for number in 0..<10 { feed.change("\(number)", to: 1) }
                var (source, server) = try serve(bus)
                let follower = follower(bus.client(), from: .mark)
                let running = Task { await follower.run() }
                #expect(await eventually { follower.isCaughtUp })
                #expect(copy.now.values.isEmpty)
                feed.change("news", to: 7)
                source.changed(ModelFeed.name)
                #expect(await eventually { copy.now.values == ["news": [7]] })
                // After a restore it drops what it has and does not read the whole state.
                await server.close()
                feed.restore(feed.backup, epoch: 5)
                (source, server) = try serve(bus)
                #expect(await eventually { copy.now.restarts == 1 })
                #expect(copy.now.values.isEmpty)
                #expect(follower.cursor == feed.mark)
                await running.end()
            }
        }

        @Test func aFollowerKnowsWhetherItsMarkIsStillReached() async throws {
            try await withBus(.inproc) { bus in
                for number in 0..<8 { feed.change("\(number)", to: 1) }
                let backup = feed.backup
                let (source, _) = try serve(bus)
                let follower = follower(bus.client())
                let running = Task { await follower.run() }
                let mark = try await follower.catchUp(within: .seconds(60))
                #expect(mark == feed.mark && follower.hasReached(mark))
                feed.change("8", to: 1)
                let ahead = feed.mark
                source.changed(ModelFeed.name)
                #expect(await eventually { follower.hasReached(ahead) })
                #expect(copy.now.values == feed.values && follower.hasReached(mark))
                // Of another life nothing is known yet.
                feed.restore(backup, epoch: 2)
                source.changed(ModelFeed.name)
                #expect(await eventually { !follower.hasReached(mark) })
                await running.end()
            }
        }

        @Test func aPageThatWasNotAppliedIsRequestedAgain() async throws {
            try await withBus(.inproc) { bus in
                feed.change("a", to: 1)
                copy.refuse(true)
                let (_, _) = try serve(bus)
                let failures = Tally()
                let follower = follower(bus.client(), failures: failures)
                let running = Task { await follower.run() }
                #expect(await eventually { failures.value >= 2 })
                #expect(follower.age == nil)
                copy.refuse(false)
                try await follower.catchUp(within: .seconds(60))
                #expect(copy.now.values == feed.values)
                await running.end()
            }
        }

        @Test func aRequestedPageIsAppliedEvenWithoutChanges() async throws {
            try await withBus(.inproc) { bus in
                feed.change("a", to: 1)
                let (_, _) = try serve(bus)
                let failures = Tally()
                let follower = follower(bus.client(), failures: failures)
                let running = Task { await follower.run() }
                let mark = try await follower.catchUp(within: .seconds(60))
                let pages = copy.now.pages
                copy.refuse(true)
                follower.applyNextPage()
                #expect(!follower.hasReached(mark))
                #expect(await eventually { failures.value >= 1 })
                copy.refuse(false)
                try await follower.catchUp(within: .seconds(60))
                #expect(copy.now.pages == pages + 1 && follower.hasReached(mark))
                await running.end()
            }
        }

        @Test func changesDuringAPauseArriveInOnePage() async throws {
            try await withBus(.inproc) { bus in
                feed.change("a", to: 1)
                let (source, _) = try serve(bus)
                let clock = SteppedClock()
                let follower = follower(bus.client(), rest: .seconds(1), clock: clock)
                let running = Task { await follower.run() }
                for wakes in [{ clock.advance(by: .seconds(1)) }, { running.cancel() }] {
                    #expect(await eventually { copy.now.values == feed.values && clock.sleepers == 1 })
                    let pages = copy.now.pages
                    for key in ["b", "c"] {
                        feed.change(key, to: UInt8(pages))
                        source.changed(ModelFeed.name)
                    }
                    // A caller that wants to catch up gets everything at once, and the next pause begins.
                    try await follower.catchUp(within: .seconds(60))
                    #expect(copy.now.values == feed.values)
                    #expect(copy.now.pages == pages + 1)
                    #expect(await eventually { clock.sleepers == 1 })
                    feed.change("d", to: UInt8(pages))
                    source.changed(ModelFeed.name)
                    wakes()
                }
                await running.value
                #expect(copy.now.values != feed.values, "who is told to end does so in the middle of a rest")
            }
        }

        @Test func heartbeatsKeepAFollowerFreshWithoutPages() async throws {
            try await withBus(.inproc) { bus in
                feed.change("a", to: 1)
                let (clock, pollTimeout) = (SteppedClock(), FeedSource.maximumPollTimeout)
                let source = FeedSource(clock: clock) { [feed] in try feed.page($0, $1, $2, $3) }
                let server = try bus.serve(permitting: [ReadFeed.self]) { source.serve(in: &$0, to: [.edge]) }
                let follower = follower(bus.client(), clock: clock)
                let running = Task { await follower.run() }
                #expect(await eventually { follower.isCaughtUp && clock.sleepers == 1 }, "the source waits for news")
                let pages = copy.now.pages
                for _ in 0..<3 {
                    clock.advance(by: pollTimeout)
                    #expect(await eventually { clock.sleepers == 1 }, "it has answered and is asked again")
                    #expect(follower.age == pollTimeout)
                }
                #expect(copy.now.pages == pages)
                // Without a source it ages.
                await server.close()
                clock.advance(by: pollTimeout * 4)
                #expect(try #require(follower.age) >= pollTimeout * 4)
                await running.end()
            }
        }

        @Test func catchingUpEndsEvenIfItCannotSucceed() async throws {
            try await withBus(.inproc) { bus in
                let (_, _) = try serve(bus)
                let follower = follower(bus.client())
                let far = FeedCursor(epoch: FeedEpoch(rawValue: 1 << 16), sequence: 1000)
                await #expect(throws: BusError.self) { try await follower.catchUp(to: far, within: .zero) }
                await #expect(throws: BusError.self) { try await follower.catchUp(to: far, within: .milliseconds(50)) }
                let waiting = Task { try await follower.catchUp(to: far, within: .seconds(60)) }
                waiting.cancel()
                await #expect(throws: BusError.self) { try await waiting.value }
                let running = Task { await follower.run() }
                let late = Task { try await follower.catchUp(to: far, within: .seconds(60)) }
                await running.end()
                await #expect(throws: BusError.self) { try await late.value }
            }
        }
    }
}
