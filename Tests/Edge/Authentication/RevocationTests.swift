// How soon, and how surely, what has ended is refused at the edge.

import Isolation
import MessageBus
import Models
import Testing

@testable import Edge

@Suite(.serialized, .timeLimit(.minutes(10))) struct RevocationTests {
    /// How soon it is on a machine that does nothing else, the benchmark `accounts` tells.
    @Test(
        "An ended session, and a revoked API key, is refused at once, beside all the other tests",
        arguments: [false, true])
    func latency(isAPIKey: Bool) async throws {
        try await AuthenticationFixture.run(isStepped: false) { gate, _ in
            let clock = ContinuousClock()
            var spans: [Duration] = []
            for number in 0..<1000 {
                let secret = "secret\(number)"
                gate.auth.know(secret, as: isAPIKey ? .keyOf("k\(number)") : .sessionOf("s\(number)"))
                // On a machine that stands still for seconds it may be that nobody can tell, for that long.
                for _ in 0..<2 {
                    try #require(await eventually { await gate.refusal(secret, isAPIKey: isAPIKey) == nil })
                }
                let ended = clock.now
                gate.auth.end(secret)
                while await gate.refusal(secret, isAPIKey: isAPIKey) != .invalidToken { await Task.yield() }
                spans.append(clock.now - ended)
            }
            spans.sort()
            // Half of them, since a busy machine holds up some for as long as it likes.
            #expect(spans[499] < .seconds(1), "p50 \(spans[499]), p99 \(spans[989]), longest \(spans[999])")
            // It was the feed that said so: nearly all were remembered until then.
            #expect(gate.lookups("remembered") >= 900)
        }
    }

    @Test("An answer of before the end, delivered after it, is not used")
    func heldBack() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            gate.auth.hold("token")
            let late = Task { await gate.refusal("token") }
            #expect(await eventually { gate.auth.heldAnswers(about: "token") == 1 })
            gate.auth.end("token")
            try await gate.untilHeard()
            gate.auth.release("token")
            #expect(await late.value == .invalidToken)
            #expect(gate.auth.questions(about: "token") == 2)
        }
    }

    @Test("A session that ended through this edge is refused at once, also where an answer is on its way")
    func ownEnd() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            gate.auth.know("other", as: .sessionOf("ben"))
            #expect(await gate.refusal("other") == nil)
            gate.auth.hold("token")
            let late = Task { await gate.refusal("token") }
            #expect(await eventually { gate.auth.heldAnswers(about: "token") == 1 })
            gate.authenticator.forget(session: SessionID("anna")!)
            gate.auth.release("token")
            #expect(await late.value == .invalidToken)
            #expect(await gate.refusal("token") == .invalidToken)
            #expect(await gate.refusal("other") == nil)
        }
    }

    @Test("A feed that was taken back in time hides no end")
    func restore() async throws {
        try await AuthenticationFixture.run(isStepped: false) { gate, _ in
            gate.auth.know("lost", as: .sessionOf("anna"))
            gate.auth.know("kept", as: .sessionOf("ben"))
            for token in ["lost", "kept"] { #expect(await gate.refusal(token) == nil) }
            gate.auth.restore(without: ["lost"])
            #expect(await eventually { await gate.refusal("lost") == .invalidToken })
            #expect(await gate.refusal("kept") == nil)
            try await gate.untilFresh()
        }
    }

    @Test("An answer of an earlier life of the feed is not used")
    func answerOfAnEarlierLife() async throws {
        try await AuthenticationFixture.run(isStepped: false) { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            gate.auth.know("lost", as: .sessionOf("ben"))
            #expect(await gate.refusal("lost") == nil)
            gate.auth.hold("token")
            let late = Task { await gate.refusal("token") }
            #expect(await eventually { gate.auth.heldAnswers(about: "token") == 1 })
            gate.auth.restore(without: ["token", "lost"])
            #expect(await eventually { await gate.refusal("lost") == .invalidToken })
            gate.auth.release("token")
            #expect(await late.value == .invalidToken)
        }
    }

    @Test("With auth-session down, reads of known callers go on for 30 s, and nothing else does")
    func down() async throws {
        try await AuthenticationFixture.run { gate, server in
            gate.auth.know("known", as: .sessionOf("anna"))
            gate.auth.know("unseen", as: .sessionOf("ben"))
            gate.auth.know("key", as: .keyOf("key"))
            #expect(await gate.refusal("known") == nil)
            #expect(await gate.refusal("key", isAPIKey: true) == nil)
            await server.close(drain: .zero)

            // While the cache is fresh nobody has to be asked.
            #expect(await gate.refusal("known") == nil)
            #expect(await gate.refusal("unseen", servesStale: true) == .unavailable)
            gate.clock.advance(by: .milliseconds(1501))
            #expect(await gate.refusal("known", servesStale: true) == nil)
            #expect(await gate.refusal("known") == .unavailable)
            #expect(await gate.refusal("unseen", servesStale: true) == .unavailable)
            #expect(await gate.refusal("key", isAPIKey: true) == .unavailable)
            #expect(gate.lookups("stale") == 1)
            gate.clock.advance(by: .milliseconds(28_499))
            #expect(await gate.refusal("known", servesStale: true) == nil)
            gate.clock.advance(by: .milliseconds(1))
            #expect(await gate.refusal("known", servesStale: true) == .unavailable)

            // When it is back, what ended meanwhile is refused, and the rest goes on.
            gate.auth.end("known")
            let again = try gate.serveAgain()
            #expect(
                await eventually {
                    gate.clock.advance(by: .milliseconds(500))
                    return await gate.refusal("unseen") == nil
                })
            #expect(await gate.refusal("known", servesStale: true) == .invalidToken)
            await again.close(drain: .zero)
        }
    }

    @Test("A known caller costs neither a question nor much of the processor")
    func cost() async throws {
        try await AuthenticationFixture.run { gate, _ in
            gate.auth.know("token", as: .sessionOf("anna"))
            _ = try await gate.caller("token")
            let request = EdgeRequest.showing(token: "token")
            let began = ContinuousClock.now
            for _ in 0..<10_000 {
                _ = try await gate.authenticator.caller(of: request, servesStale: false, accepting: .api)
            }
            let each = (ContinuousClock.now - began) / 10_000
            // A debug build on a busy machine: the bound only finds what is out of all proportion.
            #expect(each < .milliseconds(2), "\(each)")
            #expect(gate.auth.questions(about: "token") == 1)
        }
    }
}
