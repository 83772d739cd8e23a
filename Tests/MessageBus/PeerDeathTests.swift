// Requests in flight end soon, and only those that may be repeated are sent again.

import CZeroMQ

extension BusTests {
    @Suite struct PeerDeathTests {
        /// The default bounds, with patience for the connection alone.
        private let limits = BusLimits.patient { $0.answerTimeout = BusLimits().answerTimeout }

        @Test(arguments: [Way.ipc, .tcp]) func requestsInFlightFailWhenTheirServiceDies(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                let callers = (0..<10).map { _ in
                    Task { await client.ending(of: Add(amount: 1), context(.seconds(60))) }
                }
                for _ in callers { _ = try #require(try await service.receive()) }
                let start = ContinuousClock.now
                service.vanish()
                for caller in callers { #expect(await caller.value == "unavailable(location)") }
                #expect(ContinuousClock.now - start < .seconds(30), "long before the deadline")
            }
        }

        @Test(arguments: [Way.ipc, .tcp]) func onlyIdempotentRequestsAreSentAgainAndOnlyOnce(_ way: Way) async throws {
            try await withBus(way, limits: limits) { bus in
                var service = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                let keyed = Task { await client.ending(of: Echo(text: "again"), context(.seconds(60))) }
                let once = Task { await client.ending(of: Add(amount: 1), context(.seconds(60))) }
                let first = Set([
                    try #require(try await service.receive()?[1][2]), try #require(try await service.receive()?[1][2]),
                ])
                #expect(
                    first == [
                        UInt8(truncatingIfNeeded: Echo.code.rawValue), UInt8(truncatingIfNeeded: Add.code.rawValue),
                    ])
                service.vanish()
                #expect(await once.value == "unavailable(location)")

                service = try RawPeer(servingAt: bus.endpoint)
                let second = try #require(try await service.receive())
                #expect(second[1][2] == UInt8(truncatingIfNeeded: Echo.code.rawValue))
                service.vanish()
                #expect(await keyed.value == "unavailable(location)")
            }
        }

        @Test(arguments: [Way.ipc, .tcp]) func aRequestThatIsSentAgainGetsItsReply(_ way: Way) async throws {
            try await withBus(way, limits: limits) { bus in
                let dying = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                let caller = Task { try await client.send(Echo(text: "again"), context(.seconds(60))) }
                _ = try #require(try await dying.receive())
                dying.vanish()
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let reply = try await caller.value
                #expect(reply.text == "again")
                #expect(reply.remaining < 60_000)
            }
        }

        @Test func withinTheProcessARequestIsSentAgainToTheNextService() async throws {
            try await withBus(.inproc, limits: limits) { bus in
                let gate = ManualGate()
                let server = try bus.serve {
                    $0.on(Echo.self) { request, context in
                        try await gate.pass()
                        return Echo.Reply(request, context)
                    }
                }
                let client = bus.client()
                let caller = Task { try await client.send(Echo(text: "again"), context(.seconds(60))) }
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                await server.close()
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                #expect(try await caller.value.text == "again")
            }
        }

        @Test(arguments: [Way.ipc, .tcp]) func aDeadCallerDoesNotBlockItsService(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let gate = ManualGate()
                _ = try bus.serve {
                    $0.hold(Await.self, at: gate)
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let peer = try RawPeer(callingAt: bus.endpoint)
                try peer.send(RawFrame(code: Await.code.rawValue, remaining: 300, body: [0xa0]).bytes)
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                peer.vanish()
                // Nobody cancels it: the service counts the time itself.
                #expect(await eventually { gate.cancelled == 1 }, "the handler is cancelled")
                #expect(await bus.client().ending(of: Echo(text: "")) == "reply")
            }
        }
    }
}
