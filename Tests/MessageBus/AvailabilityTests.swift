// A service that is not there yet, goes away, or comes back.

extension BusTests {
    @Suite struct AvailabilityTests {
        @Test(arguments: Way.allCases) func aMissingServiceIsUnavailableAtOnce(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let client = bus.client()
                let start = ContinuousClock.now
                for _ in 0..<3 {
                    #expect(await client.ending(of: Echo(text: ""), context(.seconds(60))) == "unavailable(location)")
                }
                #expect(ContinuousClock.now - start < .seconds(40), "long before the deadline")
            }
        }

        @Test func aServiceWithoutAnEndpointIsUnavailable() async throws {
            try await withBus(.inproc, limits: BusLimits()) { bus in
                let client = bus.clientBus.client(as: .edge, endpoints: [:])
                #expect(await client.ending(of: Echo(text: ""), context()) == "unavailable(location)")
            }
        }

        @Test(arguments: Way.allCases) func aServiceThatComesBackIsFoundAgain(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let client = bus.client()
                // The caller is there before the first service.
                #expect(await client.ending(of: Echo(text: ""), context()) == "unavailable(location)")
                for round in 0..<4 {
                    let server = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                    try await eventually("the service is found in round \(round)") {
                        await client.ending(of: Echo(text: ""), context()) == "reply"
                    }
                    await server.close()
                    #expect(await client.ending(of: Add(amount: 1), context()) == "unavailable(location)")
                }
            }
        }

        @Test(arguments: Way.allCases) func aClosingServiceFailsItsRequests(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let gate = ManualGate()
                let server = try bus.serve { $0.hold(Await.self, at: gate) }
                let client = bus.client()
                let callers = (0..<20).map { _ in Task { await client.ending(of: Await(), context(.seconds(60))) } }
                #expect(await eventually { gate.arrived == 20 }, "the handlers run")
                let start = ContinuousClock.now
                await server.close()
                for caller in callers { #expect(await caller.value == "unavailable(location)") }
                #expect(ContinuousClock.now - start < .seconds(30), "long before the deadline")
                #expect(gate.cancelled == 20)
            }
        }

        @Test(arguments: Way.allCases) func aDrainingServiceFinishesItsRequests(_ way: Way) async throws {
            try await withBus(way, limits: BusLimits()) { bus in
                let gate = ManualGate()
                let server = try bus.serve { $0.hold(Await.self, at: gate) }
                let client = bus.client()
                let caller = Task { await client.ending(of: Await(), context(.seconds(30))) }
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                let closing = Task { await server.close(drain: .seconds(10)) }
                // While it drains it takes nothing more.
                try await eventually("new requests are refused") {
                    await client.ending(of: Add(amount: 1), context()) == "unavailable(location)"
                }
                gate.open()
                #expect(await caller.value == "reply")
                await closing.value
            }
        }
    }
}
