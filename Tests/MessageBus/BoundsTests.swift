extension BusTests {
    @Suite struct BoundsTests {
        @Test(arguments: Way.allCases)
        func tenThousandConcurrentRequestsSucceedWithinTheBounds(_ way: Way) async throws {
            try await withBus(way, limits: .patient { $0.requestsAtOnce = 10_000 }) { bus in
                let gate = ManualGate()
                _ = try bus.serve { $0.hold(Await.self, at: gate) }
                let client = bus.client()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<10_000 { group.addTask { _ = try await client.send(Await(), context(.seconds(60))) } }
                    #expect(await eventually { gate.arrived == 10_000 }, "all are in their handlers")
                    gate.open()
                    try await group.waitForAll()
                }
            }
        }

        @Test(arguments: Way.allCases) func aServiceOverItsBoundAnswersOverloaded(_ way: Way) async throws {
            try await withBus(way, limits: .patient { $0.requestsAtOnce = 50 }) { bus in
                let gate = ManualGate()
                _ = try bus.serve {
                    $0.hold(Await.self, at: gate)
                    $0.inline(Echo.self) { Echo.Reply($0, $1) }
                }
                let client = bus.client()
                let held = (0..<50).map { _ in Task { await client.ending(of: Await(), context(.seconds(60))) } }
                #expect(await eventually { gate.arrived == 50 }, "the service is full")
                for _ in 0..<20 { #expect(await client.ending(of: Await(), context(.seconds(60))) == "overloaded") }
                // An inline answer does not use a slot.
                #expect(await client.ending(of: Echo(text: "")) == "reply")
                gate.open()
                for caller in held { #expect(await caller.value == "reply") }
                #expect(await client.ending(of: Await()) == "reply")
            }
        }

        @Test func aClientOverItsBoundsAnswersOverloaded() async throws {
            try await withBus(.inproc) { bus in
                let gate = ManualGate()
                _ = try bus.serve {
                    $0.hold(Await.self, at: gate)
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let client = bus.client(limits: .patient { ($0.requestsInFlight, $0.queuedBytes) = (3, 10_000) })
                #expect(await client.ending(of: Echo(text: String(repeating: "x", count: 11_000))) == "overloaded")
                let held = (0..<3).map { _ in Task { await client.ending(of: Await(), context(.seconds(60))) } }
                #expect(await eventually { gate.arrived == 3 }, "the client is full")
                #expect(await client.ending(of: Echo(text: "")) == "overloaded")
                gate.open()
                for caller in held { #expect(await caller.value == "reply") }
                #expect(await client.ending(of: Echo(text: "")) == "reply")
            }
        }

        @Test(arguments: Way.allCases) func waitingForChangesUsesUpNoPlacesOfOtherRequests(_ way: Way) async throws {
            try await withBus(way, limits: .patient { ($0.requestsAtOnce, $0.waitingForChanges) = (1, 5) }) { bus in
                let gate = ManualGate()
                _ = try bus.serve {
                    $0.hold(News.self, at: gate)
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                }
                let client = bus.client(limits: .patient { $0.requestsInFlight = 1 })
                let waiting = (0..<5).map { _ in Task { await client.ending(of: News(), context(.seconds(60))) } }
                #expect(await eventually { gate.arrived == 5 }, "they wait")
                #expect(await client.ending(of: Echo(text: "")) == "reply")
                // They have a bound of their own.
                #expect(await client.ending(of: News(), context(.seconds(60))) == "overloaded")
                gate.open()
                for caller in waiting { #expect(await caller.value == "reply") }
            }
        }

        @Test(arguments: Way.allCases) func everyRequestOverTheBoundGetsAReplyOrOverloaded(_ way: Way) async throws {
            try await withBus(way, limits: .patient { $0.requestsAtOnce = 100 }) { bus in
                _ = try bus.serve {
                    $0.onPool(Echo.self) { request, context in
                        await Task.yield()
                        return Echo.Reply(request, context)
                    }
                }
                let client = bus.client()
                let endings = await withTaskGroup(of: String.self) { group in
                    for _ in 0..<5000 {
                        group.addTask { await client.ending(of: Echo(text: ""), context(.seconds(60))) }
                    }
                    return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
                }
                #expect(Set(endings.keys).isSubset(of: ["reply", "overloaded"]), "\(endings)")
                #expect(endings["reply", default: 0] >= 100)
            }
        }
    }
}
