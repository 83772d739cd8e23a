@testable import MessageBus

final class HeldReactor: Sendable {
    private let goOn = DispatchSemaphore(value: 0)
    private let held = Tally()

    var isHeld: Bool { held.value > 0 }

    func serve(in handlers: inout HandlerTable) {
        handlers.inline(Hold.self) { [goOn, held] _, _ in
            held.add()
            goOn.wait()
            return Done()
        }
    }

    func release() { goOn.signal() }
}

/// Holds the reactor of the service until the test lets it go on.
struct Hold: RequestFromEdge {
    typealias Reply = Done
    static let serviceCode = ServiceCode(.location, 206)

    init() {}
}

extension BusTests {
    @Suite struct StandstillTests {
        private let limits = BusLimits.patient { $0.answerTimeout = .milliseconds(500) }

        @Test func requestsThatRunDuringAStandstillAreNoLongerValid() async throws {
            try await withBus(.ipc, limits: limits) { bus in
                let (held, gate) = (HeldReactor(), ManualGate())
                let requests = Mutex<[any RequestValidity]>([])
                _ = try bus.serve(permitting: testMessages + [Hold.self]) { handlers in
                    held.serve(in: &handlers)
                    handlers.on(Await.self) { _, _ in
                        let request = try #require(CurrentRequest.validity)
                        requests.withLock { $0.append(request) }
                        try await gate.pass()
                        return Done()
                    }
                }
                let client = bus.client(limits: .patient)
                let caller = Task { await client.ending(of: Await(), context(.seconds(60))) }
                try await eventually("the handler runs") { gate.arrived == 1 }
                let first = try #require(requests.withLock { $0.first })
                // While its reactor waits for news only, it goes on.
                for _ in 0..<100 {
                    #expect(first.isValid)
                    try await Task.sleep(for: .milliseconds(10))
                }
                let holding = Task { await client.ending(of: Hold(), context(.seconds(60))) }
                try await eventually("it stands still") { held.isHeld && !first.isValid }
                held.release()
                #expect(await holding.value == "reply")
                #expect(!first.isValid, "it stays so")
                let second = Task { await client.ending(of: Await(), context(.seconds(60))) }
                try await eventually("the handler runs") { gate.arrived == 2 }
                #expect(requests.withLock { $0.last?.isValid == true }, "what comes later is not concerned")
                gate.open()
                #expect(await caller.value == "reply")
                #expect(await second.value == "reply")
            }
        }

        @Test func aRequestIsNotValidAfterItsDeadline() async throws {
            try await withBus(.ipc) { bus in
                let gate = ManualGate()
                let request = Mutex<(any RequestValidity)?>(nil)
                _ = try bus.serve {
                    $0.on(Await.self) { _, _ in
                        request.withLock { $0 = CurrentRequest.validity }
                        try await gate.pass()
                        return Done()
                    }
                }
                #expect(await bus.client().ending(of: Await(), context(.milliseconds(200))) == "timedOut")
                #expect(request.withLock { $0 }?.isValid == false, "over here when it is over for the caller")
            }
        }

        @Test func onlyIdempotentRequestsAreRepeatedAfterAStandstill() async throws {
            try await withBus(.ipc, limits: limits) { bus in
                let (held, gate, runs) = (HeldReactor(), ManualGate(), Tally())
                /// As a write does that finds its request to be over.
                @Sendable func write() async throws {
                    runs.add()
                    try await gate.pass()
                    guard CurrentRequest.validity?.isValid == true else { throw ServiceError(.unavailable, "over") }
                }
                _ = try bus.serve(permitting: testMessages + [Hold.self]) { handlers in
                    held.serve(in: &handlers)
                    handlers.on(Echo.self) { request, context in
                        try await write()
                        return Echo.Reply(request, context)
                    }
                    handlers.on(Add.self) { _, _ in
                        try await write()
                        return Done()
                    }
                }
                // So patient that it hears of no standstill.
                let client = bus.client(limits: .patient)
                let repeated = Task { await client.ending(of: Echo(text: ""), context(.seconds(60))) }
                let once = Task { await client.ending(of: Add(amount: 1), context(.seconds(60))) }
                try await eventually("both run") { gate.arrived == 2 }
                let holding = Task { await client.ending(of: Hold(), context(.seconds(60))) }
                let heldAt = ContinuousClock.now
                try await eventually("it stands still for long enough") {
                    held.isHeld && ContinuousClock.now - heldAt > .milliseconds(600)
                }
                gate.open()
                held.release()
                #expect(await holding.value == "reply")
                #expect(await repeated.value == "reply")
                #expect(await once.value.contains("over"))
                #expect(runs.value == 3)
            }
        }
    }
}
