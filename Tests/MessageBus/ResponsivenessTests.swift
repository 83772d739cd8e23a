@testable import MessageBus

private final class Watched {
    private var value = Responsiveness(timeout: .milliseconds(500))

    var isHung: Bool { value.isHung }
    var nextLook: MonotonicTime { value.nextLook }
    func recordSent(at now: MonotonicTime) { value.recordSent(at: now) }
    func recordReceived() -> Bool { value.recordReceived() }
    func look(at now: MonotonicTime, isAwaited: Bool = true) -> Responsiveness.Step {
        value.look(at: now, isAwaited: { isAwaited })
    }
}

/// The rules alone, at times of the test's choice.
@Suite struct ResponsivenessTests {
    private func at(_ milliseconds: UInt64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    @Test func aSilentServiceIsPingedAndThenRefused() {
        let state = Watched()
        #expect(state.look(at: at(0)) == .nothing && state.nextLook == .never)
        state.recordSent(at: at(0))
        #expect(state.look(at: at(499)) == .nothing)
        #expect(state.look(at: at(500)) == .ping && !state.isHung)
        #expect(state.look(at: at(1000)) == .hang && state.isHung)
        #expect(state.look(at: at(1500)) == .endRequests)
        #expect(state.look(at: at(2000)) == .endRequests && state.isHung)
        #expect(state.recordReceived())
        #expect(!state.isHung)
        #expect(!state.recordReceived(), "said once")
        #expect(state.look(at: at(2500), isAwaited: false) == .nothing)
        #expect(state.nextLook == .never)
    }

    @Test func aServiceIsPingedEvenIfNoCallerWaits() {
        let state = Watched()
        state.recordSent(at: at(0))
        #expect(state.look(at: at(500), isAwaited: false) == .ping)
        #expect(state.look(at: at(1000), isAwaited: false) == .hang)
    }

    @Test func anyAnswerRestartsTheWait() {
        let state = Watched()
        state.recordSent(at: at(0))
        // One handler takes 10 s; every ping is answered.
        for second: UInt64 in 0..<10 {
            #expect(state.look(at: at(second * 1000 + 500)) == .ping)
            #expect(!state.recordReceived())
            #expect(state.look(at: at(second * 1000 + 1000)) == .nothing)
        }
        #expect(!state.isHung)
        #expect(state.look(at: at(10_500), isAwaited: false) == .nothing)
        #expect(state.nextLook == .never)
    }

    @Test func aClientThatWasHeldUpItselfCallsNoServiceHung() {
        let state = Watched()
        state.recordSent(at: at(0))
        for second: UInt64 in 1..<10 { #expect(state.look(at: at(second * 2000)) == .ping) }
        #expect(!state.isHung)
        #expect(state.look(at: at(18_500)) == .hang)
    }
}

extension BusTests {
    @Suite struct HungServiceTests {
        private let limits = BusLimits.patient { $0.answerTimeout = .milliseconds(500) }

        private func saysHung(_ bus: BusFixture) -> Bool {
            bus.clientReports.contains { if case .doesNotAnswer(.location, _) = $0 { true } else { false } }
        }

        private func messages(at service: RawPeer, to isLast: ([UInt8]) -> Bool) async throws -> [[[UInt8]]] {
            var messages: [[[UInt8]]] = []
            while true {
                let message = try #require(try await service.receive())
                messages.append(message)
                if isLast(message[1]) { return messages }
            }
        }

        private func isRequest(_ frame: [UInt8], _ code: MessageCode) -> Bool {
            frame[1] == 1 && frame[2] == UInt8(truncatingIfNeeded: code.rawValue)
        }

        @Test(arguments: [(Way.ipc, 1), (.tcp, 1), (.ipc, 8)])
        func aHungServiceIsUnavailableUntilItAnswersAPing(_ way: Way, _ callers: Int) async throws {
            try await withBus(way, limits: limits) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                let start = ContinuousClock.now
                await withTaskGroup { group in
                    for _ in 0..<callers {
                        group.addTask { await client.ending(of: Add(amount: 1), context(.seconds(60))) }
                    }
                    for await ending in group { #expect(ending == "unavailable(location)") }
                }
                #expect(ContinuousClock.now - start < .seconds(20), "long before the deadline")
                #expect(saysHung(bus))
                #expect(await client.ending(of: Await(), context(.seconds(60))) == "unavailable(location)")

                var sent = try await messages(at: service) { $0[1] == 5 }
                let ping = try #require(sent.last)
                try service.send(ping[0], RawFrame(kind: 6, code: 0, envelopeLength: 0, envelope: [], body: []).bytes)
                #expect(
                    await eventually {
                        bus.clientReports.contains { if case .answersAgain(.location, _) = $0 { true } else { false } }
                    })
                #expect(await client.ending(of: Echo(text: ""), context(.milliseconds(400))) == "timedOut")
                sent += try await messages(at: service) { isRequest($0, Echo.code) }
                #expect(sent.contains { isRequest($0[1], Add.code) })
                #expect(!sent.contains { isRequest($0[1], Await.code) }, "what is refused at once is not sent")
            }
        }

        @Test func aRestartedServiceAnswersAgain() async throws {
            try await withBus(.ipc, limits: limits) { bus in
                let hung = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                #expect(await client.ending(of: Add(amount: 1), context(.seconds(60))) == "unavailable(location)")
                #expect(saysHung(bus))
                hung.vanish()
                let started = try RawPeer(servingAt: bus.endpoint)
                defer { started.vanish() }
                #expect(
                    await eventually {
                        bus.clientReports.contains { if case .answersAgain(.location, _) = $0 { true } else { false } }
                    })
            }
        }

        @Test func callersWithShortTimeoutsDetectAHungServiceToo() async throws {
            try await withBus(.ipc, limits: limits) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                defer { service.vanish() }
                let client = bus.client()
                var endings: Set<String> = []
                let isRefused = await eventually {
                    endings.insert(await client.ending(of: Add(amount: 1), context(.milliseconds(100))))
                    return endings.contains("unavailable(location)")
                }
                #expect(isRefused && endings == ["timedOut", "unavailable(location)"])
            }
        }

        @Test func readingAFeedDetectsAHungServiceToo() async throws {
            try await withBus(.ipc, limits: limits) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                defer { service.vanish() }
                let client = bus.client()
                let asked = ReadFeed(feed: Position.feed, epoch: nil, after: nil, limit: 1)
                let error = await #expect(throws: BusError.self) {
                    _ = try await client.send(asked, to: .location, context(.seconds(60)))
                }
                #expect("\(error.map { "\($0)" } ?? "reply")" == "unavailable(location)", "long before the deadline")
                #expect(saysHung(bus))
            }
        }

        @Test func aSlowServiceDoesNotCountAsHung() async throws {
            try await withBus(.ipc, limits: limits) { bus in
                let (gate, pool) = (ManualGate(), ManualGate())
                _ = try bus.serve { handlers in
                    handlers.hold(Await.self, at: gate)
                    handlers.onPool(Add.self) { _, _ in
                        // Keeps no thread of the pool, on which the test has to go on.
                        try await pool.pass()
                        return Done()
                    }
                    handlers.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let pings = Tally()
                let middle = try Endpoint("ipc://\(bus.folder.path)/middle.sock")
                let (front, back) = (try RawPeer(servingAt: middle), try RawPeer(callingAt: bus.endpoint))
                let passing = Task { try await HungServiceTests.pass(from: front, to: back, answered: pings) }
                defer { passing.cancel() }
                let client = bus.clientBus.client(as: .edge, endpoints: [.location: middle])
                async let slow = client.ending(of: Add(amount: 1), context(.seconds(60)))
                async let waiting = client.ending(of: Await(), context(.seconds(60)))
                // Without these answers it would have been called hung at the second.
                #expect(await eventually { pings.value >= 3 })
                pool.open()
                gate.open()
                #expect(await slow == "reply")
                #expect(await waiting == "reply")
                #expect(await client.ending(of: Echo(text: ""), context()) == "reply")
                #expect(!saysHung(bus))
            }
        }

        /// Passes on what a caller and a service say to each other, and counts the pings that the service has answered.
        private static func pass(from front: RawPeer, to back: RawPeer, answered: Tally) async throws {
            var caller: [UInt8] = []
            while !Task.isCancelled {
                let (request, answer) = (front.receiveNow(), back.receiveNow())
                if let request {
                    caller = request[0]
                    try back.send(request[1])
                }
                if let answer {
                    if answer[0][1] == 6 { answered.add() }
                    try front.send(caller, answer[0])
                }
                if request == nil, answer == nil { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
    }
}
