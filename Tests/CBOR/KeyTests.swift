// Which entry a key finds, and the error for a missing one.

@Suite("The keys of maps")
struct KeyTests {
    struct Pair: Codable, Equatable {
        var first: Int
        var second: Int?
        enum CodingKeys: Int, CodingKey { case first = 1, second = 300 }
    }

    @Test(
        "Keys are found in any order, width and kind of length",
        arguments: [
            "a2 01 05 19012c 06", "a2 19012c 06 01 05", "bf 19012c 06 01 05 ff", "a2 1801 05 1a0000012c 06",
            "a5 00 a1 01 09 01 05 6101 f6 19012c 06 20 9f01ff", "c1 a2 c2 01 c3 05 19012c c4 06",
            "a4 616101 02 f7 19012c 06 1b0000000000000001 05",
        ] as [Hex])
    func found(_ hex: Hex) throws {
        #expect(try CBORDecoder().decode(Pair.self, from: hex.bytes) == Pair(first: 5, second: 6))
    }

    @Test(
        "An optional field may be absent, null or undefined",
        arguments: ["a1 01 05", "a2 01 05 19012c f6", "a2 01 05 19012c f7"] as [Hex])
    func absent(_ hex: Hex) throws {
        #expect(try CBORDecoder().decode(Pair.self, from: hex.bytes) == Pair(first: 5, second: nil))
    }

    @Test("A key with an integer is not found by its name")
    func integerOnly() {
        #expect(throws: CBORError.missingKey("first", at: 0)) {
            try CBORDecoder().decode(Pair.self, from: Hex("a1 656669727374 05").bytes)
        }
    }

    @Test("A missing key is named with the path of its map")
    func missing() {
        #expect(throws: CBORError.missingKey("first", at: 3)) {
            try CBORDecoder().decode([Pair?].self, from: Hex("83 f6 f6 a1 19012c 06").bytes)
        }
    }

    @Test("Negative, largest and oversized keys are found")
    func extremes() throws {
        let bytes = Hex("a4 3b7fffffffffffffff 01 1b7fffffffffffffff 02 1b8000000000000000 03 20 04").bytes
        #expect(try CBORDecoder().decode([Int: Int].self, from: bytes) == [.min: 1, .max: 2, -1: 4])
    }

    @Test("A dictionary accepts integer keys for text and text keys for integers")
    func dictionaries() throws {
        let decoder = CBORDecoder()
        #expect(try decoder.decode([String: Int].self, from: Hex("a2 01 05 6161 06").bytes) == ["1": 5, "a": 6])
        #expect(try decoder.decode([Int: Int].self, from: Hex("a1 6131 05").bytes) == [1: 5])
        #expect(try decoder.decode([String: Int].self, from: Hex("a3 01 05 6131 06 623031 07").bytes).count == 2)
        #expect(throws: (any Error).self) { try decoder.decode([Int: Int].self, from: Hex("a1 6161 05").bytes) }
    }

    @Test("Text of indefinite length is found too")
    func chunkedText() throws {
        #expect(
            try CBORDecoder().decode([String: Int].self, from: Hex("a2 7f61616162ff 05 6161 06").bytes) == [
                "ab": 5, "a": 6,
            ])
    }

    @Test("Text keys are distinguished by their bytes")
    func composedLetters() throws {
        struct Letters: Codable, Equatable {
            var composed = 1, decomposed = 2
            enum CodingKeys: String, CodingKey { case composed = "\u{e9}", decomposed = "e\u{301}" }
        }
        let bytes = Hex("a2 62c3a9 01 6365cc81 02").bytes
        #expect(try CBOREncoder().encode(Letters()) == bytes)
        #expect(try CBORDecoder().decode(Letters.self, from: bytes) == Letters())
    }

    @Test("Text keys that look like integers are found in time")
    func largeOfDigits() throws {
        var bytes = Hex("ba00030d40").bytes
        for key in 0..<200_000 {
            let text = "\(key)".utf8
            bytes += [0x60 | UInt8(text.count)] + text + [0xF5]
        }
        #expect(try CBORDecoder().decode([String: Bool].self, from: bytes).count == 200_000)
    }

    @Test("Keys of a large map are found in time in any order", arguments: [false, true])
    func large(backwards: Bool) throws {
        var bytes = Hex("ba00030d40").bytes
        for key in backwards ? (0..<200_000).reversed() : Array(0..<200_000) {
            bytes += [0x1A] + (0..<4).map { UInt8(truncatingIfNeeded: key >> (24 - 8 * $0)) } + [0xF5]
        }
        #expect(try CBORDecoder().decode([Int: Bool].self, from: bytes).count == 200_000)
        // The first two keys are there twice, the second time at the end.
        bytes.replaceSubrange(0..<5, with: Hex("ba00030d41").bytes)
        bytes += [0x01, 0xF5]
        #expect(throws: CBORError.repeatedKey(at: bytes.count - 2)) {
            try CBORDecoder().decode([Int: Bool].self, from: bytes)
        }
    }
}
