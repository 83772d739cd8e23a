extension BusTests {
    @Suite struct HandlerErrorTests {
        private struct Defect: Error {
            var secret = "the text of an unforeseen error"
        }

        @Test(arguments: Way.allCases) func aServiceErrorReachesTheCallerWithAllItsMembers(_ way: Way) async throws {
            try await withBus(way) { bus in
                let refusal = ServiceError(.rateLimited, "Too many wrong keys.", retryAfter: 7)
                _ = try bus.serve {
                    $0.on(Echo.self) { _, _ in throw refusal }
                    $0.inline(Add.self) { _, _ in throw refusal }
                }
                let client = bus.client()
                #expect(try await serviceError { try await client.send(Echo(text: ""), context()) } == refusal)
                #expect(try await serviceError { try await client.send(Add(amount: 1), context()) } == refusal)
                #expect(!bus.serverReports.contains { if case .handlerFailed = $0 { true } else { false } })
            }
        }

        @Test(arguments: Way.allCases) func anUnexpectedErrorIsReportedAndHiddenFromTheCaller(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve {
                    $0.on(Echo.self) { _, _ in throw Defect() }
                    $0.onPool(Add.self) { _, _ in throw Defect() }
                }
                let client = bus.client()
                #expect(await client.ending(of: Echo(text: "")) == #"failed("Defect")"#)
                #expect(await client.ending(of: Add(amount: 1)) == #"failed("Defect")"#)
                let reported = bus.serverReports.all.compactMap { event -> (any Error)? in
                    guard case .handlerFailed(.location, _, "r-1", let error) = event else { return nil }
                    return error
                }
                #expect(reported.count == 2)
                #expect(reported.allSatisfy { $0 is Defect })
            }
        }

        @Test(arguments: Way.allCases) func anUnavailableServiceOfAHandlerIsReportedToItsCaller(_ way: Way) async throws
        {
            try await withBus(way) { bus in
                _ = try bus.serve { $0.on(Echo.self) { _, _ in throw BusError.unavailable(.edge) } }
                let client = bus.client()
                #expect(await client.ending(of: Echo(text: ""), context()) == "unavailable(edge)")
            }
        }

        @Test(arguments: Way.allCases) func aMessageWithoutAHandlerIsUnknown(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let client = bus.client()
                #expect(await client.ending(of: Add(amount: 1), context()) == "unknownMessage")
            }
        }

        @Test(arguments: Way.allCases) func aReplyThatIsTooLargeIsRefused(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve(limits: .patient { $0.messageBytes = 10_000 }) {
                    $0.on(Echo.self) { request, context in
                        Echo.Reply(Echo(text: String(repeating: "x", count: 20_000)), context)
                    }
                }
                let client = bus.client()
                #expect(await client.ending(of: Echo(text: "short")).hasPrefix("tooLarge(bytes: 200"))
            }
        }
    }
}
