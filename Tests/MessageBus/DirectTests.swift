@testable import MessageBus

/// Callers in the same process run direct handlers themselves; they find the same rules there as on the bus.
extension BusTests {
    @Suite struct DirectTests {
        private func hold(_ handlers: inout HandlerTable, at gate: ManualGate) {
            handlers.direct { (_: Await, _) in
                try await gate.pass()
                return Done()
            }
        }

        /// A client that finds the direct handlers: the bus answers the message after it has opened the way to them.
        private func client(of bus: BusFixture) async -> BusClient {
            let client = bus.client()
            #expect(await client.ending(of: Keyed(key: "none")) == "unknownMessage")
            return client
        }

        @Test func aMessageReachesItsHandlerAsAValueOnTheThreadOfItsCaller() async throws {
            try await withBus(.inproc, limits: .patient { $0.messageBytes = 1000 }) { bus in
                let other = try MessageBus(.patient(.edge))
                _ = try bus.serve {
                    $0.direct { (request: Echo, context) in
                        #expect(CurrentRequest.validity != nil && !bus.serverBus.core.reactor.isCurrent)
                        await Task.yield()
                        #expect(other.core.reactor.isCurrent)
                        return Echo.Reply(request, context)
                    }
                }
                let client = await client(of: bus)
                var info = ClientInfo()
                info.city = Personal("Rennes")
                let context = MessageContext(requestID: "abc", client: info, timeout: .seconds(20))
                // More than a message may have.
                let text = String(repeating: "x", count: 2000)
                let reply = try await Task(executorPreference: other.executor) {
                    try await CallerExecutor.$current.withValue(other.executor) {
                        try await client.send(Echo(text: text), context)
                    }
                }.value
                #expect(reply.text == text && reply.requestID == "abc" && reply.client == info)
                #expect(reply.remaining > 10_000 && reply.remaining <= 20_000)
                await other.shutDown(drain: .zero)
            }
        }

        @Test func withoutAnExecutorOfItsCallerAHandlerContinuesOnTheBus() async throws {
            try await withBus(.inproc) { bus in
                _ = try bus.serve {
                    $0.direct { (request: Echo, context) in
                        // A yield may go on at once, on the caller's thread.
                        while !bus.serverBus.core.reactor.isCurrent { await Task.yield() }
                        return Echo.Reply(request, context)
                    }
                }
                let client = await client(of: bus)
                try await concurrently(500) { number in
                    let reply = try await client.send(Echo(text: "\(number)"), context())
                    #expect(reply.text == "\(number)")
                }
            }
        }

        @Test func errorsAndPermissionsAreThoseOfTheBus() async throws {
            struct Defect: Error {}
            try await withBus(.inproc) { bus in
                let refusal = ServiceError(.rateLimited, "Too many wrong keys.", retryAfter: 7)
                _ = try bus.serve(permitting: [Echo.self, Add.self]) {
                    $0.direct { (_: Echo, _) in throw refusal }
                    $0.direct { (_: Add, _) in throw Defect() }
                    $0.direct { (_: Await, _) in Done() }
                }
                let client = bus.client()
                #expect(try await serviceError { try await client.send(Echo(text: ""), context()) } == refusal)
                #expect(await client.ending(of: Add(amount: 1)) == #"failed("Defect")"#)
                #expect(await client.ending(of: Await()) == "notPermitted")
                for wanted in [Add.code, Await.code] {
                    #expect(
                        bus.serverReports.contains { event in
                            switch event {
                            case .handlerFailed(.location, let code, "r-1", _): code == wanted
                            case .notPermitted(.location, .edge, let code): code == wanted
                            default: false
                            }
                        })
                }
            }
        }

        @Test func onlyAuthSessionMarksAnAct() async throws {
            try await withBus(.inproc) { bus in
                _ = try bus.serve(permitting: nil) {
                    $0.direct { (_: Reset, context) in Reset.Reply(act: context.act?.id) }
                    $0.direct { (request: Echo, context) in
                        #expect(context.act == nil && CurrentRequest.validity?.act == nil)
                        return Echo.Reply(request, context)
                    }
                }
                var acting = context()
                acting.act = ActMark(id: "a1", at: UnixTime(milliseconds: 0))
                _ = try await bus.client().send(Echo(text: ""), acting)
                // An act is handled by the bus, which knows who may make it.
                #expect(await bus.client().ending(of: Reset(account: nil)) == "notPermitted")
                #expect(try await bus.client(as: .authSession).send(Reset(account: nil), acting).act == "a1")
            }
        }

        @Test func aRequestEndsAtItsDeadlineAndWithItsCaller() async throws {
            try await withBus(.inproc) { bus in
                let gate = ManualGate()
                _ = try bus.serve {
                    hold(&$0, at: gate)
                    $0.direct { (_: Add, _) in
                        await waitForEver()
                        return Done()
                    }
                }
                let client = await client(of: bus)
                #expect(await client.ending(of: Await(), context(.zero)) == "timedOut")
                #expect(gate.arrived == 0)
                // The second deadline comes before the first.
                let caller = Task { await client.ending(of: Await(), context(.seconds(60))) }
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                #expect(await client.ending(of: Await(), context(.milliseconds(50))) == "timedOut")
                #expect(await eventually { gate.cancelled == 1 }, "the late handler is cancelled")
                // Deadlines after an earlier one count, too, and also with handlers that ignore their cancellation.
                let later = Task { await client.ending(of: Add(amount: 1), context(.milliseconds(400))) }
                #expect(await client.ending(of: Add(amount: 1), context(.milliseconds(50))) == "timedOut")
                #expect(await later.value == "timedOut")
                caller.cancel()
                #expect(await caller.value == "cancelled")
                #expect(await eventually { gate.cancelled == 2 }, "the handler is cancelled with its caller")
                let cancelled = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await client.ending(of: Await(), context(.seconds(60)))
                }
                #expect(await cancelled.value == "cancelled")
                #expect(gate.arrived == 2, "a cancelled task sends nothing")
            }
        }

        @Test func aFullServiceAnswersOverloaded() async throws {
            try await withBus(.inproc, limits: .patient { $0.requestsAtOnce = 3 }) { bus in
                let gate = ManualGate()
                _ = try bus.serve { hold(&$0, at: gate) }
                let client = await client(of: bus)
                let held = (0..<3).map { _ in Task { await client.ending(of: Await(), context(.seconds(60))) } }
                #expect(await eventually { gate.arrived == 3 }, "the service is full")
                #expect(await client.ending(of: Await(), context(.seconds(60))) == "overloaded")
                gate.open()
                for caller in held { #expect(await caller.value == "reply") }
                #expect(await client.ending(of: Await()) == "reply")
            }
        }

        @Test func aDrainingServiceFinishesItsRequests() async throws {
            try await withBus(.inproc, limits: BusLimits()) { bus in
                let gate = ManualGate()
                let server = try bus.serve { hold(&$0, at: gate) }
                let client = await client(of: bus)
                let caller = Task { await client.ending(of: Await(), context(.seconds(60))) }
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                let closing = Task { await server.close(drain: .seconds(30)) }
                try await eventually("new requests are refused") {
                    await client.ending(of: Await(), context(.seconds(1))) == "unavailable(location)"
                }
                gate.open()
                #expect(await caller.value == "reply")
                await closing.value
            }
        }

        @Test func aClosingServiceFailsItsRequestsAndTheNextTakesNewOnes() async throws {
            try await withBus(.inproc, limits: BusLimits()) { bus in
                let gate = ManualGate()
                let server = try bus.serve { hold(&$0, at: gate) }
                let client = await client(of: bus)
                let caller = Task { await client.ending(of: Await(), context(.seconds(60))) }
                #expect(await eventually { gate.arrived == 1 }, "the handler runs")
                await server.close()
                #expect(await caller.value == "unavailable(location)")
                #expect(gate.cancelled == 1)
                #expect(await client.ending(of: Await()) == "unavailable(location)")
                gate.open()
                _ = try bus.serve { hold(&$0, at: gate) }
                try await eventually("the next service is found") { await client.ending(of: Await()) == "reply" }
            }
        }
    }
}
