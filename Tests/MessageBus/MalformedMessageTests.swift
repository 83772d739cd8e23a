@testable import MessageBus

extension BusTests {
    @Suite struct MalformedMessageTests {
        /// Header kinds and outcomes as the wire has them.
        private static let reply: UInt8 = 2
        private static let error: UInt8 = 3
        private static let unknown: UInt8 = 7
        private static let notPermitted: UInt8 = 6
        private static let malformed: UInt8 = 9

        @Test(arguments: [Way.ipc, .tcp]) func aValidMessageIsAnswered(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let peer = try RawPeer(callingAt: bus.endpoint)
                try peer.send(RawFrame().bytes)
                let answer = try #require(try await peer.receive().flatMap { RawFrame.reading($0[0]) })
                #expect(answer == (Self.reply, 0, 77))
            }
        }

        struct Case: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let parts: [[UInt8]]
            var isAnsweredWith: UInt8?
        }

        static let cases: [Case] = {
            let good = RawFrame().bytes
            var cases = [
                Case(testDescription: "empty", parts: [[]]),
                Case(testDescription: "one byte", parts: [[1]]),
                Case(testDescription: "text", parts: [Array("GET / HTTP/1.1\r\n\r\n".utf8)]),
                Case(testDescription: "another version", parts: [RawFrame(version: 1).bytes]),
                Case(testDescription: "no kind", parts: [RawFrame(kind: 0).bytes]),
                Case(testDescription: "an unknown kind", parts: [RawFrame(kind: 7).bytes]),
                Case(testDescription: "a pong", parts: [RawFrame(kind: 6).bytes]),
                Case(testDescription: "a reply", parts: [RawFrame(kind: 2).bytes]),
                Case(testDescription: "an error", parts: [RawFrame(kind: 3).bytes]),
                Case(testDescription: "a cancel for nothing", parts: [RawFrame(kind: 4).bytes]),
                Case(
                    testDescription: "an envelope longer than the message",
                    parts: [RawFrame(envelopeLength: 1000).bytes]),
                Case(testDescription: "an envelope of 4 GB", parts: [RawFrame(envelopeLength: .max).bytes]),
                Case(testDescription: "several parts", parts: [good, [1, 2, 3], good], isAnsweredWith: malformed),
                Case(
                    testDescription: "no envelope", parts: [RawFrame(envelope: [], body: []).bytes],
                    isAnsweredWith: malformed),
                Case(
                    testDescription: "an envelope that is no CBOR", parts: [RawFrame(envelope: [0xff, 0xff]).bytes],
                    isAnsweredWith: malformed),
                Case(
                    testDescription: "an envelope with bad UTF-8",
                    parts: [RawFrame(envelope: [0xa1, 0x00, 0x62, 0xff, 0xfe]).bytes], isAnsweredWith: malformed),
                Case(testDescription: "no body", parts: [RawFrame(body: []).bytes], isAnsweredWith: malformed),
                Case(
                    testDescription: "a body that is no CBOR", parts: [RawFrame(body: [0x1c]).bytes],
                    isAnsweredWith: malformed),
                Case(
                    testDescription: "a body of another type", parts: [RawFrame(body: [0x83, 1, 2, 3]).bytes],
                    isAnsweredWith: malformed),
                Case(
                    testDescription: "a body that ends early", parts: [RawFrame(body: [0xa1, 0x00, 0x62, 0x68]).bytes],
                    isAnsweredWith: malformed),
                Case(
                    testDescription: "a text of 4 GB",
                    parts: [RawFrame(body: [0xa1, 0x00, 0x7a, 0xff, 0xff, 0xff, 0xff]).bytes],
                    isAnsweredWith: malformed),
                Case(
                    testDescription: "an unknown message", parts: [RawFrame(code: 0xffff).bytes],
                    isAnsweredWith: unknown),
                Case(
                    testDescription: "an unknown caller", parts: [RawFrame(caller: 250).bytes],
                    isAnsweredWith: notPermitted
                ),
                Case(
                    testDescription: "nobody as caller", parts: [RawFrame(caller: 0).bytes],
                    isAnsweredWith: notPermitted),
            ]
            for length in 0..<FrameHeader.size {
                cases.append(Case(testDescription: "\(length) bytes of a header", parts: [Array(good.prefix(length))]))
            }
            return cases
        }()

        @Test func aServiceSurvivesMalformedMessages() async throws {
            try await withBus(.ipc) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let peer = try RawPeer(callingAt: bus.endpoint)
                for one in Self.cases {
                    if one.parts.count == 1 {
                        try peer.send(one.parts[0])
                    } else {
                        try peer.send(one.parts[0], one.parts[1], one.parts[2])
                    }
                    // The next message is answered, and only the expected answer comes before it.
                    if let outcome = one.isAnsweredWith {
                        let answer = try #require(try await peer.receive().flatMap { RawFrame.reading($0[0]) })
                        #expect(answer == (Self.error, outcome, 77), "\(one.testDescription)")
                    }
                    try peer.send(RawFrame(correlation: 99).bytes)
                    let answer = try #require(try await peer.receive().flatMap { RawFrame.reading($0[0]) })
                    #expect(answer == (Self.reply, 0, 99), "after \(one.testDescription)")
                }
                #expect(bus.serverReports.contains { if case .malformedMessages = $0 { true } else { false } })
                #expect(try await bus.client().send(Echo(text: "fine"), context()).text == "fine")
            }
        }

        @Test func aServiceSurvivesRandomBytes() async throws {
            try await withBus(.ipc) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let peer = try RawPeer(callingAt: bus.endpoint)
                var random = SeededNumbers(seed: 4711)
                for _ in 0..<5000 {
                    var frame = RawFrame().bytes
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        frame[Int.random(in: frame.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                    }
                    if Bool.random(using: &random) { frame.removeLast(Int.random(in: 0..<frame.count, using: &random)) }
                    try peer.send(frame)
                }
                #expect(try await bus.client().send(Echo(text: "fine"), context()).text == "fine")
            }
        }

        @Test func aPeerWithItsOwnRoutingIDIsNotServed() async throws {
            try await withBus(.ipc) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                let peer = try RawPeer(callingAt: bus.endpoint, routingID: String(repeating: "i", count: 200))
                try peer.send(RawFrame().bytes)
                try await eventually("it is counted") {
                    bus.serverReports.contains { if case .malformedMessages = $0 { true } else { false } }
                }
                #expect(try await bus.client().send(Echo(text: "fine"), context()).text == "fine")
            }
        }

        @Test func aCallerSurvivesMalformedAnswers() async throws {
            try await withBus(.ipc) { bus in
                let service = try RawPeer(servingAt: bus.endpoint)
                let client = bus.client()
                let caller = Task { await client.ending(of: Echo(text: ""), context(.seconds(20))) }
                let request = try #require(try await service.receive())
                let frame = request[1]
                try service.send(request[0], [])
                try service.send(request[0], [1, 2, 3])
                try service.send(request[0], RawFrame(correlation: 123_456).bytes)
                try service.send(request[0], frame, frame)
                // The same request sent back is no answer either, but it names the one that waits.
                try service.send(request[0], frame)
                #expect(await caller.value.hasPrefix("malformed"))
            }
        }
    }
}
