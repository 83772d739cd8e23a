import CBOR

@testable import MessageBus

@Suite struct EnvelopeTests {
    static let full: Envelope = {
        var client = ClientInfo.complete
        client.city = Personal("Saint-Étienne 🏔")
        client.region = Personal("")
        client.address = Personal("2001:db8::1")
        return envelope("0192f1c4", "00-4bf92f-00f067-01", client)
    }()

    static let samples: [Envelope] = {
        var few = ClientInfo()
        few.platform = "web"
        few.address = Personal("192.0.2.1")
        return [
            full,
            envelope("", nil, nil),
            envelope("r", "t", nil),
            envelope("r", nil, ClientInfo()),
            envelope("r", nil, few),
            envelope(String(repeating: "x", count: 23), nil, nil),
            envelope(String(repeating: "x", count: 24), nil, nil),
            envelope(String(repeating: "x", count: 255), nil, nil),
            envelope(String(repeating: "x", count: 256), nil, nil),
            envelope(String(repeating: "x", count: 70_000), nil, nil),
        ]
    }()

    private static func envelope(_ requestID: String, _ traceParent: String?, _ client: ClientInfo?) -> Envelope {
        Envelope(MessageContext(requestID: requestID, traceParent: traceParent, client: client))
    }

    @Test(arguments: samples.indices) func itWritesWhatTheGeneralCoderWrites(_ index: Int) throws {
        var writer = MessageWriter()
        Self.samples[index].write(to: &writer)
        #expect([UInt8](writer.bytes) == (try CBOREncoder().encode(Self.samples[index])))
    }

    @Test(arguments: samples.indices) func itReadsWhatTheGeneralCoderReads(_ index: Int) throws {
        let bytes = try CBOREncoder().encode(Self.samples[index])
        try expectEqual(try #require(bytes.withUnsafeBytes { Envelope.read($0) }), Self.samples[index])
        try expectEqual(try CBORDecoder().decode(Envelope.self, from: bytes), Self.samples[index])
    }

    @Test func everyFieldOfTheClientInfoIsEncoded() {
        let mirror = Mirror(reflecting: Self.full.client?.info ?? ClientInfo())
        // A field that is new in ClientInfo belongs into its direct coding and the sample above.
        #expect(mirror.children.count == 12)
        #expect(mirror.children.allSatisfy { "\($0.value)" != "nil" })
    }

    @Test func fieldsOfALaterVersionAreIgnored() throws {
        // {0: "r", 2: {3: "ios", 40: 1}, 9: [1]}
        let bytes: [UInt8] = [
            0xa3, 0x00, 0x61, 0x72, 0x02, 0xa2, 0x03, 0x63, 0x69, 0x6f, 0x73, 0x18, 0x28, 0x01, 0x09, 0x81, 0x01,
        ]
        let envelope = try bytes.withUnsafeBytes { try Envelope($0) }
        #expect(envelope.requestID == "r")
        #expect(envelope.client?.info.platform == "ios")
    }

    @Test func aTruncatedEnvelopeIsRefused() throws {
        let bytes = try CBOREncoder().encode(Self.full)
        for length in 0..<bytes.count {
            #expect(throws: CBORError.self) { try Array(bytes.prefix(length)).withUnsafeBytes { try Envelope($0) } }
        }
    }

    private func expectEqual(_ one: Envelope, _ other: Envelope) throws {
        #expect(one.requestID == other.requestID)
        #expect(one.traceParent == other.traceParent)
        #expect(one.client?.info == other.client?.info)
    }
}
