@testable import MessageBus

extension BusTests {
    @Suite struct MalformedMessageTests {
        /// Header kinds and outcomes as the wire has them.
        private static let reply: UInt8 = 2
        private static let error: UInt8 = 3
        private static let unknown: UInt8 = 7
        private static let notPermitted: UInt8 = 6
        private static let malformed: UInt8 = 9

        struct Case: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let parts: [[UInt8]]
            let answer: UInt8?

            init(_ name: String, _ parts: [UInt8]..., answer: UInt8? = nil) {
                (testDescription, self.parts, self.answer) = (name, parts, answer)
            }
        }

        static let cases: [Case] = {
            let good = RawFrame().bytes
            var cases = [
                Case("empty", []),
                Case("one byte", [1]),
                Case("text", Array("GET / HTTP/1.1\r\n\r\n".utf8)),
                Case("another version", RawFrame(version: 1).bytes),
                Case("no kind", RawFrame(kind: 0).bytes),
                Case("an unknown kind", RawFrame(kind: 7).bytes),
                Case("a pong", RawFrame(kind: 6).bytes),
                Case("a reply", RawFrame(kind: 2).bytes),
                Case("an error", RawFrame(kind: 3).bytes),
                Case("a cancel for nothing", RawFrame(kind: 4).bytes),
                Case("an envelope longer than the message", RawFrame(envelopeLength: 1000).bytes),
                Case("an envelope of 4 GB", RawFrame(envelopeLength: .max).bytes),
                Case("several parts", good, [1, 2, 3], good, answer: malformed),
                Case("no envelope", RawFrame(envelope: [], body: []).bytes, answer: malformed),
                Case("an envelope that is no CBOR", RawFrame(envelope: [0xff, 0xff]).bytes, answer: malformed),
                Case(
                    "an envelope with bad UTF-8", RawFrame(envelope: [0xa1, 0x00, 0x62, 0xff, 0xfe]).bytes,
                    answer: malformed),
                Case("no body", RawFrame(body: []).bytes, answer: malformed),
                Case("a body that is no CBOR", RawFrame(body: [0x1c]).bytes, answer: malformed),
                Case("a body of another type", RawFrame(body: [0x83, 1, 2, 3]).bytes, answer: malformed),
                Case("a body that ends early", RawFrame(body: [0xa1, 0x00, 0x62, 0x68]).bytes, answer: malformed),
                Case(
                    "a text of 4 GB", RawFrame(body: [0xa1, 0x00, 0x7a, 0xff, 0xff, 0xff, 0xff]).bytes,
                    answer: malformed),
                Case("an unknown message", RawFrame(code: 0xffff).bytes, answer: unknown),
                Case("an unknown caller", RawFrame(caller: 250).bytes, answer: notPermitted),
                Case("nobody as caller", RawFrame(caller: 0).bytes, answer: notPermitted),
            ]
            for length in 0..<FrameHeader.size {
                cases.append(Case("\(length) bytes of a header", Array(good.prefix(length))))
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
                    if let outcome = one.answer {
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
