extension BusTests {
    @Suite struct DeadlineTests {
        @Test(arguments: Way.allCases)
        func aHandlerWithoutAnAnswerTimesOutAndIsCancelled(_ way: Way) async throws {
            try await withBus(way) { bus in
                let gate = ManualGate()
                _ = try bus.serve { $0.hold(Await.self, at: gate) }
                let client = bus.client()
                let start = ContinuousClock.now
                let ending = await client.ending(of: Await(), context(.milliseconds(150)))
                let waited = ContinuousClock.now - start
                #expect(ending == "timedOut")
                // The service may report it, which counts whole milliseconds, by what its caller knows of its clock.
                #expect(waited >= .milliseconds(100))
                #expect(waited < .seconds(20), "long before the bounds of the bus")
                #expect(await eventually { gate.cancelled == 1 }, "the handler is cancelled")
            }
        }

        @Test(arguments: Way.allCases) func aHandlerThatIgnoresItsCancellationDelaysNoOther(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve {
                    $0.on(Await.self) { _, _ in
                        await waitForEver()
                        return Done()
                    }
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let client = bus.client()
                #expect(await client.ending(of: Await(), context(.milliseconds(50))) == "timedOut")
                #expect(try await client.send(Echo(text: "still here"), context()).text == "still here")
            }
        }

        @Test(arguments: Way.allCases) func cancellingTheCallerCancelsTheHandler(_ way: Way) async throws {
            try await withBus(way) { bus in
                let gate = ManualGate()
                _ = try bus.serve { $0.hold(Await.self, at: gate) }
                let client = bus.client()
                let caller = Task { await client.ending(of: Await(), context(.seconds(30))) }
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                caller.cancel()
                #expect(await caller.value == "cancelled")
                #expect(await eventually { gate.cancelled == 1 }, "the handler is cancelled")
            }
        }

        @Test(arguments: Way.allCases) func aCancelledTaskSendsNoRequest(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve {
                    $0.on(Await.self) { _, _ in
                        await waitForEver()
                        return Done()
                    }
                }
                let client = bus.client()
                let caller = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await client.ending(of: Await(), context(.seconds(30)))
                }
                #expect(await caller.value == "cancelled")
            }
        }

        @Test(arguments: Way.allCases) func aRequestWithoutTimeLeftIsNotSent(_ way: Way) async throws {
            try await withBus(way) { bus in
                let tally = Tally()
                _ = try bus.serve {
                    $0.on(Add.self) { _, _ in
                        tally.add()
                        return Done()
                    }
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let client = bus.client()
                #expect(await client.ending(of: Add(amount: 1), context(.zero)) == "timedOut")
                _ = try await client.send(Echo(text: ""), context())
                #expect(tally.value == 0)
            }
        }

        @Test func aRequestOfAHandlerGetsTheRemainingTime() async throws {
            try await withBus(.inproc) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                // A second service on the same bus asks the first one.
                let inner = bus.client()
                var handlers = HandlerTable()
                handlers.on(Echo.self) { request, context in
                    try await Task.sleep(for: .milliseconds(200))
                    return try await inner.send(request, context)
                }
                let endpoint = try Endpoint("inproc://outer")
                _ = try bus.serverBus.serve(
                    .edge, at: endpoint, permissions: Permissions([.edge: [Echo.self]]), handlers: handlers)
                let outer = bus.serverBus.client(as: .edge, endpoints: [.edge: endpoint])
                let reply = try await outer.send(Echo(text: ""), to: .edge, context(.seconds(60)))
                #expect(reply.remaining <= 59_801)
                #expect(reply.remaining > 20_000)
            }
        }
    }
}
