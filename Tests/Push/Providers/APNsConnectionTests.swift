@testable import Push

@Suite("The connections to APNs", .serialized, .timeLimit(.minutes(10)))
struct APNsConnectionTests {
    private let team = AppleTeam()

    @Test("One request goes alone until it succeeds, then the others follow together")
    func oneFirst() async throws {
        try await team.run { apns, gateway in
            apns.answer("aa", .held)
            async let outcomes = gateway.send(50)
            #expect(await eventually { apns.held == 1 })
            #expect(apns.notifications.count == 1)
            // A second one would have arrived before.
            apns.release()
            #expect(await eventually { apns.held == 49 })
            #expect(apns.notifications.map(\.underWay).max() == 49)
            #expect(apns.connections == 1)
            apns.release()
            #expect(await outcomes.allSatisfy(isSent))
        }
    }

    @Test("The limit of streams holds, and a full connection makes another one open", arguments: [1, 3, 10])
    func limit(_ limit: Int) async throws {
        let count = 30 + 30 * limit
        try await team.run(streamLimit: limit, connections: 3) { apns, gateway in
            apns.answer("aa", .held)
            async let outcomes = gateway.send(count)
            // Each connection starts with one request while those before it are full.
            for full in 0..<3 {
                #expect(await eventually { apns.held == limit * full + 1 })
                #expect(apns.connections == full + 1)
                apns.release()
            }
            #expect(await eventually { apns.held == limit * 3 })
            apns.answer("aa", nil)
            #expect(
                await eventually {
                    apns.release()
                    return apns.count == count
                })
            #expect(await outcomes.allSatisfy(isSent))
            #expect(apns.notifications.map(\.underWay).max() ?? 0 <= limit)
            #expect(apns.connections == 3)
        }
    }

    @Test(
        "A request that an ending connection did not take is sent again with the same id",
        arguments: [
            FakeAPNs.Answer.goAway("IdleTimeout", taken: false), .hangUp, .refused(400, "IdleTimeout"),
            .refused(503, "Shutdown"),
        ])
    func newConnection(_ end: FakeAPNs.Answer) async throws {
        try await team.run { apns, gateway in
            _ = await gateway.send(.sample(0))
            apns.answerNext(end)
            let push = OutgoingPush.sample(1)
            #expect(await gateway.send(push) == .sent(id: push.id.uuidString.lowercased()))
            let tries = apns.notifications.filter { $0.token == push.token.value }
            #expect(tries.map(\.connection) == [1, 2])
            #expect(Set(tries.map { $0.headers["apns-id"] }) == [push.id.uuidString.lowercased()])
        }
    }

    @Test("All requests of a connection that ends are sent over new ones, one of them first")
    func manyUnderWay() async throws {
        try await team.run(connections: 1) { apns, gateway in
            _ = await gateway.send(.sample(1000))
            apns.answer("aa", .held)
            async let outcomes = gateway.send(40)
            #expect(await eventually { apns.held == 40 })
            apns.answer("aa", nil)
            await apns.hangUp()
            #expect(await outcomes.allSatisfy(isSent))
            #expect(apns.count == 41)
            let again = apns.notifications.filter { $0.connection == 2 }
            #expect(again.count == 40)
            #expect(Set(again.compactMap { $0.headers["apns-id"] }).count == 40)
            #expect(again.first?.underWay == 1)
        }
    }

    @Test("A request is given up after three connections that end")
    func alwaysEnds() async throws {
        try await team.run { apns, gateway in
            apns.answer("aa", .hangUp)
            #expect(await gateway.send(.sample(1)) == .unanswered(.outage(after: nil, reason: "connection lost")))
            #expect(apns.notifications.count == 3)
        }
    }

    @Test("A host that shuts down is not called again for each waiting request")
    func alwaysShutsDown() async throws {
        try await team.run { apns, gateway in
            apns.answer("aa", .refused(503, "Shutdown"))
            let outcomes = await gateway.send(30)
            #expect(outcomes.contains(.outage(after: nil, reason: "Shutdown")))
            #expect(outcomes.contains(.unreachable(reason: "unreachable")))
            #expect(apns.connections < 30)
        }
    }

    @Test(
        "All waiting requests give up a host that is dead or refuses connections",
        arguments: [FakeAPNs.ConnectionBehaviour.dead, .shut])
    func unreachable(_ behaviour: FakeAPNs.ConnectionBehaviour) async throws {
        try await FakeAPNs.run(team.plan()) { apns in
            apns.set(behaviour)
            try await team.withGateway(to: apns, timeouts: .init(connect: .seconds(2), answer: .seconds(4))) {
                gateway in
                let outcomes = await gateway.send(30)
                #expect(outcomes.allSatisfy { $0 == .unreachable(reason: "unreachable") })
                #expect(apns.notifications.isEmpty)
                if case .dead = behaviour { #expect(apns.connections < 30) }
                apns.set(.open)
                #expect(await eventually { isSent(await gateway.send(.sample(1))) })
            }
        }
    }

    @Test("A silent connection is replaced, and the next push uses another one")
    func silence() async throws {
        try await team.run(timeouts: .init(connect: .seconds(20), answer: .seconds(2))) { apns, gateway in
            #expect(await eventually { isSent(await gateway.send(.sample(0))) })
            apns.answer("bb", .silence)
            #expect(
                await gateway.send(.sample(1, prefix: "bb"))
                    == .unanswered(.retry(after: nil, reason: "no answer in time")))
            let before = apns.connections
            #expect(await eventually { isSent(await gateway.send(.sample(2))) })
            #expect(apns.connections > before)
        }
    }

    @Test("Closing answers all waiting requests and refuses later ones")
    func closing() async throws {
        try await team.run { apns, gateway in
            apns.answer("aa", .held)
            async let outcomes = gateway.send(10)
            #expect(await eventually { apns.held == 1 })
            await gateway.close()
            #expect(
                await outcomes.allSatisfy { outcome in
                    switch outcome {
                    case .retry, .outage, .unreachable, .unanswered: true
                    default: false
                    }
                })
            #expect(await gateway.send(.sample(1)) == .unreachable(reason: "unreachable"))
        }
    }
}
