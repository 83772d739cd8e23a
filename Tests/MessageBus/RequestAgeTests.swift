@testable import MessageBus

@Suite struct ServiceClockTests {
    private func at(_ milliseconds: UInt64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    /// The service's clock when the caller's shows `at`: the two have different origins.
    private func there(_ milliseconds: UInt64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 5_000_000_000 + milliseconds * 1_000_000)
    }

    @Test func theClockIsUnknownBeforeTheFirstAnswer() {
        #expect(ServiceClock().estimate(at: at(0)) == nil)
        #expect(ServiceClock(isOwn: true).estimate(at: at(7)) == at(7))
    }

    @Test func theFastestAnswerSetsTheClock() throws {
        var clock = ServiceClock()
        for (sent, heard): (UInt64, UInt64) in [(0, 30), (40, 45), (50, 90)] {
            clock.record(there(sent), at: at(heard))
            let estimate = try #require(clock.estimate(at: at(heard)))
            #expect(estimate <= there(heard), "never ahead")
        }
        let estimate = try #require(clock.estimate(at: at(100)))
        #expect(estimate <= there(95) && estimate > there(94))
    }

    @Test func anOldAnswerIsTrustedLess() throws {
        var clock = ServiceClock()
        clock.record(there(0), at: at(0))
        let estimate = try #require(clock.estimate(at: at(512_000)))
        #expect(estimate == there(511_000))
        clock.record(there(512_500), at: at(513_000))
        #expect(try #require(clock.estimate(at: at(513_000))) == there(512_500), "what is nearer to it counts again")
    }

    @Test func aClockThatStoodStillIsFollowedOnlyIfTheServiceSaysSo() {
        var clock = ServiceClock()
        clock.record(there(0), at: at(0))
        clock.record(there(10), at: at(5010))
        #expect(clock.estimate(at: at(5010)) ?? there(0) > there(4900))
        clock.replace(with: there(20), at: at(5020))
        #expect(clock.estimate(at: at(5020)) == there(20))
    }
}

@Suite struct TurnRecordTests {
    private func at(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    @Test func onlyAPauseWithRequestsIsAStandstill() {
        let turns = TurnRecord(maximumTurn: .milliseconds(300))
        #expect(turns.maximumSleep == 100)
        turns.recordTurn(at: at(1000))
        #expect(turns.hasGoneOn(from: at(1000), to: at(1300)))
        #expect(!turns.hasGoneOn(from: at(1000), to: at(1301)), "it has not turned since")
        turns.recordTurn(at: at(1400))
        #expect(!turns.hasGoneOn(from: at(1000), to: at(1400)), "it stood still meanwhile")
        #expect(turns.hasGoneOn(from: at(1400), to: at(1500)))
        turns.recordTurn(at: at(1700))
        #expect(turns.hasGoneOn(from: at(1400), to: at(1750)))
        turns.recordRest()
        #expect(turns.hasGoneOn(from: at(1400), to: at(9000)))
        turns.recordTurn(at: at(9000))
        #expect(turns.hasGoneOn(from: at(1400), to: at(9000)), "it slept")
    }
}

extension BusTests {
    @Suite struct RequestAgeTests {
        private static let reply: UInt8 = 2
        private static let error: UInt8 = 3
        private static let timedOut: UInt8 = 4
        private static let outdated: UInt8 = 11

        struct Case: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let age: Duration?
            var remaining: UInt32 = 60_000
            var outcome: UInt8?
        }

        // By the patient bounds a request of 24 s is too old, and an estimate may be 3 s ahead.
        static let cases = [
            Case(testDescription: "sent now", age: .zero),
            Case(testDescription: "sent a while ago", age: .seconds(12)),
            Case(testDescription: "sent too long ago", age: .seconds(25), outcome: outdated),
            Case(testDescription: "sent nobody knows when", age: nil, outcome: outdated),
            Case(testDescription: "estimated a little ahead", age: .seconds(-2)),
            Case(testDescription: "sent while this clock stood still", age: .seconds(-33), outcome: outdated),
            Case(testDescription: "given up", age: .seconds(2), remaining: 1000, outcome: timedOut),
        ]

        @Test func aServiceRefusesRequestsThatItsCallerMayHaveAbandoned() async throws {
            try await withBus(.ipc) { bus in
                let done = Tally()
                _ = try bus.serve {
                    $0.on(Echo.self) {
                        done.add()
                        return Echo.Reply($0, $1)
                    }
                }
                let peer = try RawPeer(callingAt: bus.endpoint)
                for one in Self.cases {
                    let before = done.value
                    try peer.send(RawFrame(remaining: one.remaining, age: one.age).bytes)
                    let answer = try #require(try await peer.receive()?[0])
                    let expected = (one.outcome == nil ? Self.reply : Self.error, one.outcome ?? 0, UInt64(77))
                    #expect(try #require(RawFrame.reading(answer)) == expected, "\(one.testDescription)")
                    #expect(done.value - before == (one.outcome == nil ? 1 : 0), "\(one.testDescription)")
                    let clock = try #require(answer.withUnsafeBytes { FrameHeader($0) }?.clock)
                    #expect(clock <= .now && clock.adding(.seconds(20)) > .now)
                }
            }
        }

        @Test func theRemainingTimeCountsFromTheSendingOfARequest() async throws {
            try await withBus(.ipc) { bus in
                let left = ManualGate()
                _ = try bus.serve {
                    $0.on(Await.self) { _, context in
                        #expect(context.timeout <= .seconds(50) && context.timeout > .seconds(25))
                        left.open()
                        return Done()
                    }
                }
                let peer = try RawPeer(callingAt: bus.endpoint)
                try peer.send(
                    RawFrame(code: Await.code.rawValue, remaining: 60_000, age: .seconds(10), body: [0xa0]).bytes)
                try await left.pass()
            }
        }

        @Test(arguments: Way.allCases) func theFirstRequestOfAConnectionIsHandledOnce(_ way: Way) async throws {
            try await withBus(way) { bus in
                let done = Tally()
                _ = try bus.serve {
                    $0.on(Add.self) { _, _ in
                        done.add()
                        return Done()
                    }
                }
                for count in 1...3 {
                    #expect(await bus.client().ending(of: Add(amount: 1), context(.seconds(60))) == "reply")
                    #expect(done.value == count)
                }
            }
        }

        @Test func anOutdatedRequestIsSentAgainWithTheClockOfTheService() async throws {
            try await withBus(.ipc) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                defer { service.vanish() }
                let client = bus.client()
                let caller = Task { await client.ending(of: Add(amount: 1), context(.seconds(600))) }
                var clocks: [MonotonicTime?] = []
                // Of a service that finds it too old again and again something else is wrong.
                for age in [Duration.zero, .seconds(7), .seconds(-5), .zero] {
                    let message = try #require(try await service.receive())
                    let header = try #require(message[1].withUnsafeBytes { FrameHeader($0) })
                    #expect(header.kind == .request && header.code == Add.code)
                    clocks.append(header.clock)
                    var answer = ErrorFrame.frame(.outdated, header.code, header.correlation)
                    let now = MonotonicTime.now
                    let told = Int64(now.nanoseconds) - Int64(age / .nanoseconds(1))
                    FrameHeader.stamp(&answer, clock: MonotonicTime(nanoseconds: UInt64(told)))
                    try service.send(message[0], answer)
                }
                #expect(await caller.value == "unavailable(location)")
                try #require(clocks.count == 4)
                let now = MonotonicTime.now
                #expect(clocks[0] == nil, "nothing is known of a new connection")
                let (first, behind, ahead) = (try #require(clocks[1]), try #require(clocks[2]), try #require(clocks[3]))
                #expect(first <= now && behind < first, "the clock is followed, back as well")
                #expect(ahead > behind)
            }
        }
    }
}
