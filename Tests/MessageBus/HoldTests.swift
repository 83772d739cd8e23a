// Handlers that keep the reactor's thread to themselves are found out.

extension BusTests {
    @Suite struct HoldTests {
        @Test func aHandlerThatBlocksTheReactorIsReportedByItsMessage() async throws {
            try await withBus(.inproc, watchedHold: .milliseconds(20)) { bus in
                _ = try bus.serve {
                    $0.inline(Echo.self) { request, context in
                        holdThread()
                        return Echo.Reply(request, context)
                    }
                    $0.on(Add.self) { _, _ in
                        holdThread()
                        return Done()
                    }
                    $0.onPool(Await.self) { _, _ in
                        holdThread()
                        return Done()
                    }
                }
                let client = bus.client()
                #expect(await client.ending(of: Echo(text: "")) == "reply")
                #expect(await client.ending(of: Add(amount: 1)) == "reply")
                #expect(await client.ending(of: Await()) == "reply")
                let held = bus.serverReports.all.compactMap { event -> MessageCode? in
                    guard case .heldReactor(let code?, let duration) = event, duration >= .milliseconds(300) else {
                        return nil
                    }
                    return code
                }
                #expect(held == [Echo.code, Add.code])
            }
        }

        /// Blocks the thread like a computation of 300 ms: longer than a busy machine delays it by itself.
        private func holdThread() { usleep(300_000) }
    }
}
