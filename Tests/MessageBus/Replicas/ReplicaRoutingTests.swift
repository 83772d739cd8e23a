@testable import MessageBus

extension BusTests {
    @Suite struct ReplicaRoutingTests {
        private let keys = (0..<60).map { "key-\($0)" }

        @Test(arguments: [Way.ipc, .tcp]) func everyCallerSendsAKeyToTheSameReplica(_ way: Way) async throws {
            try await withReplicas(3, over: way) { bus in
                for index in 0..<3 { try bus.start(index) }
                let clients = [bus.client(), bus.client([2, 0, 1]), bus.client([1, 2, 0])]
                for key in keys {
                    for client in clients {
                        #expect(await client.replica(answering: Keyed(key: key)) == "\(bus.owner(of: key))")
                        #expect(await client.replica(answering: KeyedAdd(key: key)) == "\(bus.owner(of: key))")
                    }
                }
                #expect(bus.added.allSatisfy { $0.value > 0 })
            }
        }

        @Test func onlyTheKeysOfADeadReplicaMoveAndTheyReturnWithIt() async throws {
            try await withReplicas(3) { bus in
                for index in 0..<3 { try bus.start(index) }
                let client = bus.client()
                #expect(await client.replica(answering: Keyed(key: "")) != "unavailable(location)")
                try await bus.untilConnected(0, 1, 2)
                for gone in 0..<3 {
                    let left = (0..<3).filter { $0 != gone }
                    await bus.stop(gone)
                    try await bus.untilConnected(left[0], left[1])
                    for key in keys {
                        let owner = bus.owner(of: key, among: left)
                        if bus.owner(of: key) != gone { #expect(owner == bus.owner(of: key)) }
                        // It was never sent to the one that is away, so it may go to another whatever it is.
                        #expect(await client.replica(answering: KeyedAdd(key: key)) == "\(owner)")
                    }
                    try bus.start(gone)
                    try await bus.untilConnected(0, 1, 2)
                    for key in keys {
                        #expect(await client.replica(answering: Keyed(key: key)) == "\(bus.owner(of: key))")
                    }
                }
            }
        }

        @Test func aRequestWithoutAKeyGoesToTheLessBusyReplica() async throws {
            try await withReplicas(2) { bus in
                let gates = [ManualGate(), ManualGate()]
                for index in 0..<2 {
                    try bus.start(index) { handlers in
                        handlers.on(Await.self) { _, _ in
                            try await gates[index].pass()
                            return Done()
                        }
                    }
                }
                let client = bus.client()
                _ = await client.replica(answering: Keyed(key: ""))
                try await bus.untilConnected(0, 1)
                var callers: [Task<String, Never>] = []
                let ended = Tally()
                for count in 1...10 {
                    callers.append(
                        Task {
                            defer { ended.add() }
                            return await client.ending(of: Await(), context(.seconds(60)))
                        })
                    try await eventually("the request arrives") { gates[0].arrived + gates[1].arrived == count }
                    #expect(abs(gates[0].arrived - gates[1].arrived) <= 1)
                }
                #expect(gates[0].arrived == 5 && gates[1].arrived == 5)
                // Once one is idle, it gets what comes until it is as busy as the other.
                gates[0].open()
                try await eventually("the first is idle") { ended.value == 5 }
                for _ in 0..<5 { #expect(await client.ending(of: Await(), context(.seconds(60))) == "reply") }
                #expect(gates[1].arrived == 5)
                gates[1].open()
                for caller in callers { #expect(await caller.value == "reply") }
            }
        }

        // The low half picks the first of the two, the high half the other one behind it.
        @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 0), (1 << 32 | 1, 1)] as [(UInt64, Int)])
        func ofTwoEquallyBusyReplicasTheFirstChosenOneIsUsed(_ random: UInt64, _ replica: Int) async throws {
            try await withReplicas(3, random: [random]) { bus in
                for index in 0..<3 {
                    try bus.start(index) { handlers in
                        handlers.on(Add.self) { _, _ in
                            bus.added[index].add()
                            return Done()
                        }
                    }
                }
                let client = bus.client()
                _ = await client.replica(answering: Keyed(key: ""))
                try await bus.untilConnected(0, 1, 2)
                for _ in 0..<10 { #expect(await client.ending(of: Add(amount: 1)) == "reply") }
                #expect(bus.added.map(\.value) == (0..<3).map { $0 == replica ? 10 : 0 })
            }
        }

        @Test func aRequestToOneReplicaGoesToNoOther() async throws {
            try await withReplicas(2) { bus in
                for index in 0..<2 { try bus.start(index) }
                let client = bus.client()
                func ask(_ index: Int) async -> String {
                    do {
                        return try await client.send(
                            Keyed(key: "any"), to: .location, at: bus.endpoints[index], context(.seconds(30)))
                    } catch { return "\(error)" }
                }
                #expect(await ask(0) == "0")
                #expect(await ask(1) == "1")
                await bus.stop(1)
                try await bus.untilConnected(0)
                #expect(await ask(1) == "unavailable(location)")
                #expect(await ask(0) == "0")
                let elsewhere = try Endpoint("ipc:///nowhere/location.sock")
                await #expect(throws: BusError.self) {
                    try await client.send(Keyed(key: "any"), to: .location, at: elsewhere, context())
                }
            }
        }

        @Test func theBytesOfAMessageDoNotDependOnTheNumberOfReplicas() async throws {
            try await withReplicas(2) { bus in
                let peer = try RawPeer(servingAt: bus.endpoints[0])
                defer { peer.vanish() }
                let alone = bus.clientBus.client(as: .edge, endpoints: [.location: bus.endpoints[0]])
                let key = try bus.key(of: 0)
                var frames: [[UInt8]] = []
                for client in [alone, bus.client()] {
                    let caller = Task { await client.replica(answering: KeyedAdd(key: key), .seconds(600)) }
                    var frame = try #require(try await peer.receive()?[1])
                    caller.cancel()
                    #expect(await caller.value == "cancelled")
                    // The time that is left differs, and whether there is another replica.
                    frame.replaceSubrange(16..<20, with: [0, 0, 0, 0])
                    frame[6] = 0
                    frames.append(frame)
                    let cancel = try #require(try await peer.receive()?[1])
                    #expect(cancel[1] == 4 && cancel.count == FrameHeader.size)
                }
                #expect(frames[0] == frames[1])
            }
        }
    }
}
