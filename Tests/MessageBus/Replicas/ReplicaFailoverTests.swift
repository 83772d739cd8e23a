@testable import MessageBus

extension BusTests {
    @Suite struct ReplicaFailoverTests {
        private func isRequest(_ message: [[UInt8]]?, _ code: MessageCode) -> Bool {
            message?[1][1] == 1 && message?[1][2] == UInt8(truncatingIfNeeded: code.rawValue)
        }

        @Test(arguments: [Way.ipc, .tcp])
        func onlyAnIdempotentRequestIsRepeatedAtTheNextReplica(_ way: Way) async throws {
            // No connection is waited for within the test: whatever is answered did not wait for the dead one.
            try await withReplicas(2, over: way) { bus in
                let dying = try RawPeer(servingAt: bus.endpoints[0])
                try bus.start(1)
                let client = bus.client()
                let key = try bus.key(of: 0)
                let repeated = Task { await client.replica(answering: Keyed(key: key)) }
                let once = Task { await client.replica(answering: KeyedAdd(key: key)) }
                var codes: Set<UInt8> = []
                for _ in 0..<2 { codes.insert(try #require(try await dying.receive()?[1][2])) }
                #expect(codes == Set([Keyed.code, KeyedAdd.code].map { UInt8(truncatingIfNeeded: $0.rawValue) }))
                dying.vanish()
                #expect(await repeated.value == "1")
                #expect(await once.value == "unavailable(location)")
                #expect(bus.added[1].value == 0, "what may have been done is not done again")
                // From now on it is remembered.
                #expect(await client.replica(answering: KeyedAdd(key: key)) == "1")
            }
        }

        @Test func anIdempotentRequestVisitsEachReplicaOnce() async throws {
            try await withReplicas(3) { bus in
                let peers = try bus.endpoints.map { try RawPeer(servingAt: $0) }
                let client = bus.client()
                let key = "any"
                let caller = Task { await client.replica(answering: Keyed(key: key), .seconds(10)) }
                var left = [0, 1, 2]
                while left.count > 1 {
                    let owner = bus.owner(of: key, among: left)
                    #expect(isRequest(try await peers[owner].receive(), Keyed.code))
                    peers[owner].vanish()
                    left.removeAll { $0 == owner }
                }
                #expect(isRequest(try await peers[left[0]].receive(), Keyed.code))
                peers[left[0]].vanish()
                // The last one may come back: that is waited for like at a single address.
                #expect(await caller.value == "timedOut")
            }
        }

        @Test func aRequestLostWithTheLastReplicaIsSentAgainWhenItReturns() async throws {
            try await withReplicas(2) { bus in
                let dying = try RawPeer(servingAt: bus.endpoints[0])
                let client = bus.client()
                let key = try bus.key(of: 0)
                let caller = Task { await client.replica(answering: Keyed(key: key)) }
                #expect(isRequest(try await dying.receive(), Keyed.code))
                dying.vanish()
                try bus.start(0)
                #expect(await caller.value == "0")
            }
        }

        @Test func withoutReplicasRequestsFailAtOnce() async throws {
            try await withReplicas(2) { bus in
                let client = bus.client()
                #expect(await client.replica(answering: Keyed(key: "any"), .seconds(600)) == "unavailable(location)")
                #expect(await client.ending(of: Echo(text: ""), context(.seconds(600))) == "unavailable(location)")
                #expect(await client.ending(of: Add(amount: 1), context(.seconds(600))) == "unavailable(location)")
                try bus.start(1)
                try await bus.untilConnected(1)
                #expect(await client.replica(answering: KeyedAdd(key: "any")) == "1")
            }
        }

        @Test func aReplicaThatAcceptsNoConnectionIsAwayAfterTheTimeout() async throws {
            let bus = try ReplicaFixture(.tcp, count: 2, limits: .patient { $0.connectionTimeout = .milliseconds(200) })
            // It accepts connections and says nothing on them, so that none ever stands.
            let silent = try SilentListener(at: bus.endpoints[0])
            defer { silent.close() }
            try bus.start(1)
            let client = bus.client()
            let key = try bus.key(of: 0)
            #expect(await client.replica(answering: KeyedAdd(key: key)) == "1")
            #expect(bus.reports.contains { if case .disconnected(_, bus.endpoints[0], _) = $0 { true } else { false } })
            await bus.end()
        }

        @Test func anotherReplicaAnswersTheIdempotentRequestsOfAHungOne() async throws {
            try await withReplicas(2, answerTimeout: .milliseconds(500)) { bus in
                let hanging = try RawPeer(servingAt: bus.endpoints[0])
                defer { hanging.vanish() }
                try bus.start(1)
                let client = bus.client()
                let key = try bus.key(of: 0)
                let once = Task { await client.replica(answering: KeyedAdd(key: key), .seconds(600)) }
                #expect(await client.replica(answering: Keyed(key: key), .seconds(600)) == "1")
                #expect(await once.value == "unavailable(location)")
                #expect(bus.added[1].value == 0)
                // It is connected still, and gets nothing until it answers.
                #expect(await client.replica(answering: KeyedAdd(key: key)) == "1")
                var ping: [[UInt8]]?
                repeat { ping = try await hanging.receive() } while ping.map { $0[1][1] != 5 } ?? false
                let pong = RawFrame(kind: 6, code: 0, envelopeLength: 0, envelope: [], body: []).bytes
                try hanging.send(try #require(ping?[0]), pong)
                try await eventually("it answers again") {
                    bus.reports.contains { if case .answersAgain(_, bus.endpoints[0]) = $0 { true } else { false } }
                }
                let again = Task { await client.replica(answering: KeyedAdd(key: key)) }
                var next: [[UInt8]]?
                repeat { next = try await hanging.receive() } while next != nil && !isRequest(next, KeyedAdd.code)
                again.cancel()
                #expect(await again.value == "cancelled")
            }
        }

        @Test func aDrainingReplicaGetsNoMoreRequests() async throws {
            try await withReplicas(2) { bus in
                let gate = ManualGate()
                let server = try bus.start(0) { handlers in handlers.hold(Await.self, at: gate) }
                try bus.start(1)
                let client = bus.client()
                let key = try bus.key(of: 0)
                #expect(await client.replica(answering: Keyed(key: key)) == "0")
                let held = Task {
                    do {
                        return "\(try await client.send(Await(), to: .location, at: bus.endpoints[0], context()))"
                    } catch { return "\(error)" }
                }
                try await eventually("the handler runs") { gate.arrived == 1 }
                let closing = Task { await server.close(drain: .seconds(60)) }
                // It says that it takes nothing more, and later requests do not ask it.
                try await eventually("it takes nothing more") {
                    await client.replica(answering: Keyed(key: key)) == "1"
                }
                #expect(await client.replica(answering: KeyedAdd(key: key)) == "1")
                // Nothing of what it sends back was done: another one gets that too, whatever it is.
                let later = bus.client()
                #expect(await later.replica(answering: KeyedAdd(key: key)) == "1")
                gate.open()
                #expect(await held.value == "Done()")
                await closing.value
            }
        }
    }
}
