extension BusTests {
    @Suite struct ShutDownTests {
        @Test(arguments: Way.allCases) func underLoadEveryRequestEnds(_ way: Way) async throws {
            let bus = try BusFixture(way)
            _ = try bus.serve {
                $0.on(Echo.self) { request, context in
                    await Task.yield()
                    return Echo.Reply(request, context)
                }
                $0.onPool(Add.self) { _, _ in Done() }
            }
            let client = bus.client()
            let stop = ManualGate()
            let tally = Tally()
            let callers = (0..<64).map { number in
                Task {
                    var endings: Set<String> = []
                    while stop.arrived == 0 || !endings.contains("closed") {
                        let ending =
                            number.isMultiple(of: 2)
                            ? await client.ending(of: Echo(text: "x"), context(.seconds(20)))
                            : await client.ending(of: Add(amount: 1), context(.seconds(20)))
                        endings.insert(ending)
                        tally.add()
                        // Refusals come at once: the others want to run too.
                        if ending != "reply" { await Task.yield() }
                    }
                    return endings
                }
            }
            #expect(await eventually { tally.value > 1000 }, "there is load")
            async let first: Void = bus.serverBus.shutDown(drain: .milliseconds(100))
            async let second: Void = bus.serverBus.shutDown(drain: .milliseconds(100))
            _ = await (first, second)
            await bus.clientBus.shutDown(drain: .milliseconds(100))
            Task { try? await stop.pass() }
            for caller in callers {
                let endings = await caller.value
                #expect(endings.isSubset(of: ["reply", "closed", "unavailable(location)", "cancelled"]), "\(endings)")
            }
            #expect(await client.ending(of: Echo(text: "")) == "closed")
            stop.open()
        }

        @Test(arguments: Way.allCases) func requestsInFlightAreFinished(_ way: Way) async throws {
            let bus = try BusFixture(way)
            let gate = ManualGate()
            _ = try bus.serve { $0.hold(Await.self, at: gate) }
            let client = bus.client()
            let callers = (0..<10).map { _ in Task { await client.ending(of: Await(), context(.seconds(30))) } }
            #expect(await eventually { gate.arrived == 10 }, "the handlers run")
            let ending = Task { await bus.serverBus.shutDown(drain: .seconds(20)) }
            gate.open()
            for caller in callers { #expect(await caller.value == "reply") }
            await ending.value
            await bus.end()
        }

        @Test func requestsThatDoNotFinishInTimeFail() async throws {
            let bus = try BusFixture(.inproc)
            let gate = ManualGate()
            _ = try bus.serve { $0.hold(Await.self, at: gate) }
            let client = bus.client()
            let caller = Task { await client.ending(of: Await(), context(.seconds(30))) }
            #expect(await eventually { gate.arrived == 1 }, "the handler runs")
            await bus.serverBus.shutDown(drain: .milliseconds(50))
            #expect(["closed", "unavailable(location)"].contains(await caller.value))
            #expect(await eventually { gate.cancelled == 1 }, "the handler is cancelled")
        }

        @Test func waitingForChangesDoesNotDelayTheEnd() async throws {
            let bus = try BusFixture(.inproc)
            let gate = ManualGate()
            _ = try bus.serve {
                $0.on(News.self) { _, _ in
                    try? await gate.pass()
                    return Done()
                }
            }
            let client = bus.client()
            let caller = Task { await client.ending(of: News(), context(.seconds(30))) }
            #expect(await eventually { gate.arrived == 1 }, "it waits")
            let start = ContinuousClock.now
            await bus.serverBus.shutDown(drain: .seconds(30))
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(await caller.value == "reply")
        }

        @Test func anEndedBusRefusesEverything() async throws {
            let bus = try BusFixture(.inproc)
            let client = bus.client()
            await bus.serverBus.shutDown(drain: .seconds(1))
            await bus.serverBus.shutDown(drain: .seconds(1))
            #expect(await client.ending(of: Echo(text: "")) == "closed")
            let refusal = #expect(throws: BusSetupError.self) {
                try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
            }
            #expect(refusal.map { "\($0)" } == "\(BusSetupError.closed)")
        }

        @Test func aBusCanEndWhileAServiceStarts() async throws {
            let folder = try TemporaryFolder()
            for round in 0..<20 {
                let bus = try MessageBus(.patient(.location))
                let begun = ManualGate()
                let beginner = Task {
                    for number in 0..<100 {
                        let endpoint = try Endpoint("ipc://\(folder.url.path)/\(round)-\(number).sock")
                        do throws(BusSetupError) {
                            _ = try bus.serve(
                                .location, at: endpoint, permissions: Permissions([:]), handlers: HandlerTable())
                        } catch {
                            return "\(error)"
                        }
                        begun.open()
                    }
                    return "served"
                }
                try await begun.pass()
                await bus.shutDown(drain: .zero)
                #expect(["served", "\(BusSetupError.closed)"].contains(try await beginner.value))
            }
        }

        @Test(arguments: Way.betweenProcesses) func anEndedBusReleasesItsAddress(_ way: Way) async throws {
            let bus = try BusFixture(way)
            let server = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
            await bus.serverBus.shutDown(drain: .zero)
            let next = try MessageBus(.patient(.location))
            let second = try next.serve(
                .location, at: bus.endpoint, permissions: Permissions([:]), handlers: HandlerTable())
            #expect(second.endpoint == server.endpoint)
            await next.shutDown(drain: .zero)
            await bus.end()
        }

        @Test func aTaskOnTheBusOutlivesIt() async throws {
            let bus = try BusFixture(.inproc)
            let gate = ManualGate()
            let task = Task(executorPreference: bus.serverBus.executor) {
                try await gate.pass()
                return 7
            }
            #expect(await eventually { gate.arrived == 1 }, "the task runs")
            await bus.serverBus.shutDown(drain: .zero)
            gate.open()
            #expect(try await task.value == 7)
        }
    }
}
