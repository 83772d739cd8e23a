// RFC 8949, appendix A: the examples of encoded items, all of those that a Codable type can hold, and the rest.

@Suite("The examples of RFC 8949, appendix A")
struct AppendixATests {
    struct Example: Sendable, CustomTestStringConvertible {
        let hex: Hex
        let value: CBORItem
        /// The coder's output for the value, when the example is not in the deterministic form.
        var deterministic: Hex?
        var testDescription: String { hex.description }
    }

    @Test("Each example of RFC 8949 is decoded", arguments: examples)
    func reads(_ example: Example) throws {
        #expect(try CBORDecoder().decode(CBORItem.self, from: example.hex.bytes) == example.value)
    }

    @Test("Each example of RFC 8949 is encoded in its deterministic form", arguments: examples)
    func writes(_ example: Example) throws {
        #expect(Hex(try CBOREncoder().encode(example.value)) == example.deterministic ?? example.hex)
    }

    @Test("NaN is encoded and decoded", arguments: ["f97e00", "fa7fc00000", "fb7ff8000000000000"] as [Hex])
    func notANumber(_ hex: Hex) throws {
        let value = try CBORDecoder().decode(Double.self, from: hex.bytes)
        #expect(value.isNaN)
        #expect(try CBORDecoder().decode(Float.self, from: hex.bytes).isNaN)
        #expect(Hex(try CBOREncoder().encode(value)) == "f97e00")
    }

    @Test("Simple values without a meaning are refused", arguments: ["f0", "f8ff"] as [Hex])
    func simpleValues(_ hex: Hex) {
        #expect(throws: CBORError.typeMismatch(expected: "a boolean", found: "a simple value", at: 0)) {
            try CBORDecoder().decode(Bool.self, from: hex.bytes)
        }
    }

    static let oneToTwentyFive = CBORItem.array((1...25).map { .integer($0) })

    static let examples: [Example] = [
        Example(hex: "00", value: 0), Example(hex: "01", value: 1), Example(hex: "0a", value: 10),
        Example(hex: "17", value: 23), Example(hex: "1818", value: 24), Example(hex: "1819", value: 25),
        Example(hex: "1864", value: 100), Example(hex: "1903e8", value: 1000),
        Example(hex: "1a000f4240", value: 1_000_000), Example(hex: "1b000000e8d4a51000", value: 1_000_000_000_000),
        Example(hex: "1bffffffffffffffff", value: 18_446_744_073_709_551_615),
        // A bignum is a tagged byte string, and tags are skipped.
        Example(
            hex: "c249010000000000000000", value: .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]),
            deterministic: "49010000000000000000"),
        Example(hex: "3bffffffffffffffff", value: -18_446_744_073_709_551_616),
        Example(
            hex: "c349010000000000000000", value: .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]),
            deterministic: "49010000000000000000"),
        Example(hex: "20", value: -1), Example(hex: "29", value: -10), Example(hex: "3863", value: -100),
        Example(hex: "3903e7", value: -1000),
        Example(hex: "f90000", value: 0.0), Example(hex: "f98000", value: .number(-0.0)),
        Example(hex: "f93c00", value: 1.0), Example(hex: "fb3ff199999999999a", value: 1.1),
        Example(hex: "f93e00", value: 1.5), Example(hex: "f97bff", value: 65504.0),
        Example(hex: "fa47c35000", value: 100000.0), Example(hex: "fa7f7fffff", value: 3.4028234663852886e+38),
        Example(hex: "fb7e37e43c8800759c", value: 1.0e+300), Example(hex: "f90001", value: 5.960464477539063e-8),
        Example(hex: "f90400", value: 0.00006103515625), Example(hex: "f9c400", value: -4.0),
        Example(hex: "fbc010666666666666", value: -4.1),
        Example(hex: "f97c00", value: .number(.infinity)), Example(hex: "f9fc00", value: .number(-.infinity)),
        Example(hex: "fa7f800000", value: .number(.infinity), deterministic: "f97c00"),
        Example(hex: "faff800000", value: .number(-.infinity), deterministic: "f9fc00"),
        Example(hex: "fb7ff0000000000000", value: .number(.infinity), deterministic: "f97c00"),
        Example(hex: "fbfff0000000000000", value: .number(-.infinity), deterministic: "f9fc00"),
        Example(hex: "f4", value: false), Example(hex: "f5", value: true), Example(hex: "f6", value: nil),
        Example(hex: "f7", value: nil, deterministic: "f6"),
        Example(
            hex: "c074323031332d30332d32315432303a30343a30305a", value: "2013-03-21T20:04:00Z",
            deterministic: "74323031332d30332d32315432303a30343a30305a"),
        Example(hex: "c11a514b67b0", value: 1_363_896_240, deterministic: "1a514b67b0"),
        Example(hex: "c1fb41d452d9ec200000", value: 1363896240.5, deterministic: "fb41d452d9ec200000"),
        Example(hex: "d74401020304", value: .bytes([1, 2, 3, 4]), deterministic: "4401020304"),
        Example(hex: "d818456449455446", value: .bytes([0x64, 0x49, 0x45, 0x54, 0x46]), deterministic: "456449455446"),
        Example(
            hex: "d82076687474703a2f2f7777772e6578616d706c652e636f6d", value: "http://www.example.com",
            deterministic: "76687474703a2f2f7777772e6578616d706c652e636f6d"),
        Example(hex: "40", value: .bytes([])), Example(hex: "4401020304", value: .bytes([1, 2, 3, 4])),
        Example(hex: "60", value: ""), Example(hex: "6161", value: "a"), Example(hex: "6449455446", value: "IETF"),
        Example(hex: "62225c", value: "\"\\"), Example(hex: "62c3bc", value: "\u{fc}"),
        Example(hex: "63e6b0b4", value: "\u{6c34}"), Example(hex: "64f0908591", value: "\u{10151}"),
        Example(hex: "80", value: []), Example(hex: "83010203", value: [1, 2, 3]),
        Example(hex: "8301820203820405", value: [1, [2, 3], [4, 5]]),
        Example(hex: "98190102030405060708090a0b0c0d0e0f101112131415161718181819", value: oneToTwentyFive),
        Example(hex: "a0", value: [:]), Example(hex: "a201020304", value: [1: 2, 3: 4]),
        Example(hex: "a26161016162820203", value: ["a": 1, "b": [2, 3]]),
        Example(hex: "826161a161626163", value: ["a", ["b": "c"]]),
        Example(
            hex: "a56161614161626142616361436164614461656145",
            value: ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
        Example(hex: "5f42010243030405ff", value: .bytes([1, 2, 3, 4, 5]), deterministic: "450102030405"),
        Example(hex: "7f657374726561646d696e67ff", value: "streaming", deterministic: "6973747265616d696e67"),
        Example(hex: "9fff", value: [], deterministic: "80"),
        Example(hex: "9f018202039f0405ffff", value: [1, [2, 3], [4, 5]], deterministic: "8301820203820405"),
        Example(hex: "9f01820203820405ff", value: [1, [2, 3], [4, 5]], deterministic: "8301820203820405"),
        Example(hex: "83018202039f0405ff", value: [1, [2, 3], [4, 5]], deterministic: "8301820203820405"),
        Example(hex: "83019f0203ff820405", value: [1, [2, 3], [4, 5]], deterministic: "8301820203820405"),
        Example(
            hex: "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", value: oneToTwentyFive,
            deterministic: "98190102030405060708090a0b0c0d0e0f101112131415161718181819"),
        Example(hex: "bf61610161629f0203ffff", value: ["a": 1, "b": [2, 3]], deterministic: "a26161016162820203"),
        Example(hex: "826161bf61626163ff", value: ["a", ["b": "c"]], deterministic: "826161a161626163"),
        Example(
            hex: "bf6346756ef563416d7421ff", value: ["Fun": true, "Amt": -2],
            deterministic: "a263416d74216346756ef5"),
    ]
}
