extension BusTests {
    @Suite struct RequestReplyTests {
        @Test(arguments: Way.allCases) func aRequestGetsTheReplyOfItsHandler(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                var info = ClientInfo()
                info.version = "1.2"
                info.city = Personal("Rennes")
                let context = MessageContext(requestID: "abc", client: info, timeout: .seconds(4))
                let reply = try await bus.client().send(Echo(text: "hello"), context)
                #expect(reply.text == "hello")
                #expect(reply.requestID == "abc")
                #expect(reply.client == info)
                #expect(reply.remaining > 2000 && reply.remaining <= 4000)
            }
        }

        @Test(arguments: Way.allCases) func manyRequestsAtOnceGetTheirOwnReplies(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let client = bus.client()
                try await concurrently(500) { number in
                    let reply = try await client.send(Echo(text: "\(number)"), context())
                    #expect(reply.text == "\(number)")
                }
            }
        }

        @Test(arguments: Way.allCases) func messagesAboveTheLimitAreRefused(_ way: Way) async throws {
            try await withBus(way, limits: .patient { $0.messageBytes = 1 << 20 }) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let client = bus.client()
                let large = String(repeating: "x", count: 900_000)
                #expect(try await client.send(Echo(text: large), context()).text == large)
                await #expect(throws: BusError.self) { _ = try await client.send(Echo(text: large + large), context()) }
            }
        }
    }
}
