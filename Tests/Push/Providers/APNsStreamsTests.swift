@testable import Push

@Suite("The streams of a connection to APNs", .serialized, .timeLimit(.minutes(10)))
struct APNsStreamsTests {
    let team = AppleTeam()

    /// The push proves the gateway's credential; later ones are held.
    func proven(
        _ plan: FakeAPNs.Plan, connections: Int = 1, _ body: (FakeAPNs, APNsGateway) async throws -> Void
    ) async throws {
        try await FakeAPNs.run(plan) { apns in
            try await team.withGateway(to: apns, connections: connections) { gateway in
                #expect(isSent(await gateway.send(.sample(9999))))
                // The answer can arrive before the acknowledgement of the first settings.
                #expect(await eventually { apns.acknowledged == apns.connections })
                apns.answer("aa", .held)
                try await body(apns, gateway)
            }
        }
    }

    @Test("Requests leave in the order in which they were handed over")
    func order() async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("aa", nil)
            let outcomes = await withTaskGroup(of: DeliveryOutcome.self) { group in
                for number in 0..<500 { group.addImmediateTask { await gateway.send(.sample(number)) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy(isSent))
            #expect(
                apns.notifications.dropFirst().map(\.token) == (0..<500).map { OutgoingPush.sample($0).token.value })
        }
    }

    @Test("A lowered limit of streams lets no request in until enough streams have closed")
    func lowered() async throws {
        try await proven(team.plan(streamLimit: 10)) { apns, gateway in
            async let outcomes = gateway.send(40)
            #expect(await eventually { apns.held == 10 })
            let heeded = apns.acknowledged
            apns.announce(streamLimit: 3)
            #expect(await eventually { apns.acknowledged > heeded })
            let before = apns.notifications.count
            apns.release()
            #expect(await eventually { apns.held == 3 })
            #expect(
                await eventually {
                    apns.release()
                    return apns.count == 41
                })
            #expect(await outcomes.allSatisfy(isSent))
            #expect(apns.notifications.dropFirst(before).map(\.underWay).max() == 3)
        }
    }

    @Test("A push that is cancelled while it waits for a stream does not leave or delay others")
    func takenBack() async throws {
        try await proven(team.plan(streamLimit: 2)) { apns, gateway in
            let check = ScriptedSendCheck()
            let outcomes = send(20, asking: check, by: gateway)
            #expect(await eventually { apns.held == 2 })
            check.takeBack()
            apns.answer("aa", nil)
            apns.release()
            let all = await outcomes.value
            #expect(all.filter(isSent).count == 2 && all.count { $0 == .outdated } == 18)
            #expect(apns.count == 3)
            #expect(isSent(await gateway.send(.sample(77))))
            #expect(apns.connections == 1)
        }
    }

    @Test("After a GOAWAY, named requests are waited for and the others go over a new connection")
    func goAwayInTheMiddle() async throws {
        try await proven(team.plan()) { apns, gateway in
            async let outcomes = gateway.send(10)
            #expect(await eventually { apns.held == 10 })
            let first = apns.notifications.dropFirst().map(\.token)
            apns.goAway("Shutdown", taking: 4)
            #expect(await eventually { apns.connections == 2 && apns.held == 11 })
            apns.answer("aa", nil)
            apns.release()
            #expect(await outcomes.allSatisfy(isSent))
            let again = apns.notifications.filter { $0.connection == 2 }.map(\.token)
            #expect(Set(again) == Set(first.dropFirst(4)))
            #expect(again.count == 6)
            #expect(apns.count == 11)
        }
    }

    @Test(
        "A stream that ends without an answer is sent again",
        arguments: [(FakeAPNs.Answer.reset(taken: false), 1), (.reset(taken: true), 2), (.halfFrame, 2)])
    func sentAgain(_ end: FakeAPNs.Answer, _ connection: Int) async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("aa", nil)
            apns.answerNext(end)
            #expect(isSent(await gateway.send(.sample(1))))
            #expect(apns.notifications.map(\.connection) == [1, 1, connection])
        }
    }

    @Test("Large answers do not exhaust the peer's window")
    func largeAnswers() async throws {
        try await proven(team.plan()) { apns, gateway in
            // More than ten times the initial window of a connection (RFC 9113, section 6.9.2).
            apns.answer("aa", .refused(502, String(repeating: "x", count: 15_000)))
            let outcomes = await gateway.send(50)
            #expect(outcomes.allSatisfy { $0 == .outage(after: nil, reason: "status 502") })
            apns.answer("aa", nil)
            #expect(isSent(await gateway.send(.sample(1))))
            #expect(apns.connections == 1)
        }
    }

    @Test("An answer that is too large is not read to its end, and its status counts")
    func tooLargeAnswers() async throws {
        try await proven(team.plan()) { apns, gateway in
            apns.answer("bb", .refused(502, String(repeating: "x", count: 60_000)))
            let outcomes = await gateway.send(20, prefix: "bb")
            #expect(outcomes.allSatisfy { $0 == .outage(after: nil, reason: "status 502") })
            apns.answer("aa", nil)
            #expect(isSent(await gateway.send(.sample(1))))
            #expect(apns.connections == 1)
        }
    }

    @Test("A peer that does not speak HTTP/2 receives nothing", arguments: [["http/1.1"], []])
    func otherProtocol(_ protocols: [String]) async throws {
        var plan = team.plan()
        plan.protocols = protocols
        try await FakeAPNs.run(plan) { apns in
            try await team.withGateway(to: apns) { gateway in
                #expect(await gateway.send(.sample(1)) == .unreachable(reason: "unreachable"))
                #expect(apns.notifications.isEmpty)
            }
        }
    }

    @Test("A push that expires while it waits is not sent")
    func late() async throws {
        let clock = SetClock()
        let short = clock.now().adding(seconds: 10)
        try await team.run(clock: clock) { apns, gateway in
            apns.answer("aa", .held)
            async let first = gateway.send(.sample(1))
            #expect(await eventually { apns.held == 1 })
            async let second = gateway.send(.sample(2, expiresAt: short))
            clock.advance(seconds: 11)
            apns.release()
            #expect(isSent(await first))
            #expect(await second == .expired)
            #expect(apns.notifications.count == 1)
        }
    }

    @Test("Requests without an answer time out one by one, and answered ones do not")
    func silence() async throws {
        let timeouts = APNsGateway.Timeouts(connect: .seconds(20), answer: .seconds(10))
        try await team.run(connections: 1, timeouts: timeouts) { apns, gateway in
            #expect(isSent(await gateway.send(.sample(0))))
            apns.answer("bb", .silence)
            async let silent = gateway.send(20, prefix: "bb")
            async let answered = gateway.send(20)
            #expect(await answered.allSatisfy(isSent))
            let outcomes = await silent
            // After several consecutive losses the provider has an outage, which does not use up the others' attempts.
            #expect(outcomes.count { $0 == .unanswered(.retry(after: nil, reason: "no answer in time")) } == 2)
            #expect(outcomes.count { $0 == .unanswered(.outage(after: nil, reason: "no answer in time")) } == 18)
        }
    }
}
