@testable import MessageBus

extension BusTests {
    @Suite struct StoppedReplicaTests {
        @Test(arguments: [Way.ipc, .tcp])
        func aContinuedReplicaDoesNotHandleAbandonedRequests(_ way: Way) async throws {
            try await withReplicas(2, over: way, answerTimeout: .milliseconds(500)) { bus in
                let (held, done) = (HeldReactor(), Tally())
                try bus.start(0) { handlers in
                    held.serve(in: &handlers)
                    handlers.on(Keyed.self) { _, _ in
                        done.add()
                        return "0"
                    }
                }
                try bus.start(1)
                let client = bus.client()
                let key = try bus.key(of: 0)
                #expect(await client.replica(answering: Keyed(key: key)) == "0")
                let holding = Task {
                    try? await client.send(Hold(), to: .location, at: bus.endpoints[0], context(.seconds(60)))
                }
                try await eventually("it stands still") { held.isHeld }
                let before = done.value
                let once = Task { await client.replica(answering: KeyedAdd(key: key), .seconds(600)) }
                #expect(await client.replica(answering: Keyed(key: key), .seconds(600)) == "1")
                #expect(await once.value == "unavailable(location)")
                held.release()
                _ = await holding.value
                try await eventually("it answers again") { await client.replica(answering: KeyedAdd(key: key)) == "0" }
                // All earlier messages have been read by now.
                #expect(done.value == before && bus.added[0].value == 1)
            }
        }

        @Test func noRequestIsRepeatedWhileAStoppedReplicaMightStillHandleIt() async throws {
            try await withReplicas(2, answerTimeout: .milliseconds(500)) { bus in
                let hanging = try RawPeer(servingAt: bus.endpoints[0])
                defer { hanging.vanish() }
                try bus.start(1)
                let client = bus.client()
                let keys = (0..<400).map { "key-\($0)" }.filter { bus.owner(of: $0) == 0 }
                let spans = try await withThrowingTaskGroup(of: (String, Duration).self) { group in
                    for key in keys.prefix(40) {
                        group.addTask {
                            let start = ContinuousClock.now
                            #expect(await client.replica(answering: Keyed(key: key), .seconds(600)) == "1")
                            return (key, ContinuousClock.now - start)
                        }
                        // The pace of the callers: some come shortly before it is found to hang.
                        try await Task.sleep(for: .milliseconds(30))
                    }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
                var reached: [String] = []
                while let message = hanging.receiveNow() {
                    try message[1].withUnsafeBytes { bytes in
                        guard let header = FrameHeader(bytes), header.kind == .request else { return }
                        reached.append(try MessageBody.read(Keyed.self, header.body(in: bytes)).key)
                    }
                }
                #expect(!reached.isEmpty)
                for key in reached {
                    let span = try #require(spans[key])
                    #expect(span >= .milliseconds(500), "\(key)")
                }
            }
        }
    }

    @Suite struct UnreadyReplicaTests {
        @Test(arguments: [Way.ipc, .tcp])
        func anUnreadyReplicaLeavesRequestsToAnother(_ way: Way) async throws {
            try await withReplicas(2, over: way) { bus in
                let isReady = Atomic(false)
                try bus.start(0, isReady: { isReady.load(ordering: .relaxed) })
                try bus.start(1)
                let client = bus.client()
                let key = try bus.key(of: 0)
                for _ in 0..<5 {
                    #expect(await client.replica(answering: KeyedAdd(key: key)) == "1")
                    #expect(await client.replica(answering: Keyed(key: key)) == "1")
                }
                #expect(bus.added[0].value == 0)
                // A request to it alone is for it to answer.
                let asked = try await client.send(
                    Keyed(key: key), to: .location, at: bus.endpoints[0], context(.seconds(60)))
                #expect(asked == "0")
                isReady.store(true, ordering: .relaxed)
                try await eventually("it gets its share again") {
                    await client.replica(answering: KeyedAdd(key: key)) == "0"
                }
            }
        }

        @Test func withoutAnotherAnUnreadyReplicaAnswers() async throws {
            try await withReplicas(2) { bus in
                for index in 0..<2 { try bus.start(index, isReady: { false }) }
                let client = bus.client()
                let key = try bus.key(of: 0)
                for _ in 0..<5 { #expect(await client.replica(answering: KeyedAdd(key: key)).count == 1) }
                #expect(bus.added[0].value + bus.added[1].value == 5)
                await bus.stop(1)
                #expect(await client.replica(answering: Keyed(key: key)) == "0")
            }
        }
    }
}
