// A service that is connected and does not answer.

import Isolation
import Models
import Testing

@testable import MessageBus

/// The value in a box, so that what changes it may stand in an expectation.
private final class Watched {
    private var value = Responsiveness()

    var isHung: Bool { value.isHung }
    var nextProbe: MonotonicTime { value.nextProbe }
    func noteSent(at now: MonotonicTime) { value.noteSent(at: now) }
    func noteHeard() -> Bool { value.noteHeard() }
    func noteMiss(ofRequestSentAt sent: MonotonicTime, at now: MonotonicTime) -> Bool {
        value.noteMiss(ofRequestSentAt: sent, at: now)
    }
    func takeProbe(at now: MonotonicTime) -> Bool { value.takeProbe(at: now) }
}

/// The rules alone, at times of the test's choice.
@Suite struct ResponsivenessTests {
    private func at(_ milliseconds: UInt64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    @Test func takesSeveralMissesAndSilence() {
        let state = Watched()
        for sent: UInt64 in [0, 100, 200] { state.noteSent(at: at(sent)) }
        #expect(!state.noteMiss(ofRequestSentAt: at(0), at: at(1000)))
        #expect(!state.noteMiss(ofRequestSentAt: at(100), at: at(1100)))
        // Three, but only for 1.2 s.
        #expect(!state.noteMiss(ofRequestSentAt: at(200), at: at(1200)))
        #expect(!state.isHung)
        state.noteSent(at: at(1300))
        #expect(state.noteMiss(ofRequestSentAt: at(1300), at: at(2300)))
        #expect(state.isHung)
        #expect(!state.noteMiss(ofRequestSentAt: at(1300), at: at(2400)), "said once")
    }

    @Test func anAnswerOfAnyKindBeginsAnew() {
        let state = Watched()
        for round: UInt64 in 0..<10 {
            let start = round * 10_000
            state.noteSent(at: at(start))
            state.noteSent(at: at(start + 1))
            #expect(!state.noteMiss(ofRequestSentAt: at(start), at: at(start + 9000)))
            #expect(!state.noteMiss(ofRequestSentAt: at(start + 1), at: at(start + 9001)))
            #expect(!state.noteHeard())
        }
        // What was sent before the last answer, and has met its deadline since, says nothing.
        for _ in 0..<5 { #expect(!state.noteMiss(ofRequestSentAt: at(90_000), at: at(120_000))) }
        state.noteSent(at: at(120_000))
        for _ in 0..<5 { #expect(!state.noteMiss(ofRequestSentAt: at(90_000), at: at(130_000))) }
    }

    @Test func asksNowAndThenWhetherItIsBack() {
        let state = Watched()
        #expect(!state.takeProbe(at: at(0)) && state.nextProbe == .never)
        state.noteSent(at: at(0))
        for _ in 0..<3 { _ = state.noteMiss(ofRequestSentAt: at(0), at: at(5000)) }
        #expect(state.takeProbe(at: at(5000)))
        #expect(!state.takeProbe(at: at(5100)))
        #expect(state.nextProbe == at(5500))
        #expect(state.takeProbe(at: at(5600)))
        #expect(state.noteHeard())
        #expect(!state.isHung && state.nextProbe == .never)
        #expect(!state.takeProbe(at: at(9000)))
    }
}

extension BusTests {
    @Suite struct HungServiceTests {
        @Test(arguments: [Way.ipc, .tcp]) func refusesAtOnceUntilAProbeIsAnswered(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                await withTaskGroup { group in
                    for _ in 0..<4 {
                        group.addTask { await client.ending(of: Add(amount: 1), context(.milliseconds(2300))) }
                    }
                    for await ending in group { #expect(ending == "timedOut") }
                }
                let start = ContinuousClock.now
                #expect(await client.ending(of: Add(amount: 1), context(.seconds(20))) == "unavailable(location)")
                #expect(ContinuousClock.now - start < .seconds(2), "long before the deadline")
                #expect(bus.clientReports.contains { if case .doesNotAnswer(.location) = $0 { true } else { false } })

                var probe: [[UInt8]] = []
                while probe.isEmpty {
                    let message = try #require(try await service.receive())
                    let code = UInt16(message[1][2]) | UInt16(message[1][3]) << 8
                    if message[1][1] == 1, code == CheckReadiness.code.rawValue { probe = message }
                }
                // Any answer will do.
                var answer = RawFrame(kind: 3, code: CheckReadiness.code.rawValue, envelopeLength: 0)
                answer.envelope = []
                answer.body = []
                try service.send(probe[0], answer.bytes)
                #expect(
                    await eventually {
                        bus.clientReports.contains { if case .answersAgain(.location) = $0 { true } else { false } }
                    })
                #expect(await client.ending(of: Add(amount: 1), context(.milliseconds(100))) == "timedOut")
            }
        }

        @Test func aSlowServiceIsNotTakenForHung() async throws {
            try await withBus(.ipc, limits: BusLimits()) { bus in
                let turnstile = Turnstile()
                _ = try bus.serve { handlers in
                    handlers.on(Await.self) { _, _ in
                        try await turnstile.pass()
                        return Done()
                    }
                    handlers.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let client = bus.client()
                await withTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask { await client.ending(of: Await(), context(.milliseconds(2300))) }
                    }
                    for await ending in group { #expect(ending == "timedOut") }
                }
                #expect(
                    await eventually { await client.ending(of: Echo(text: ""), context()) == "reply" },
                    "what it does not wait for is answered")
                #expect(await client.ending(of: Await(), context(.milliseconds(100))) == "timedOut")
            }
        }
    }
}
