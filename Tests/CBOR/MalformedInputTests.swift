@Suite("Malformed input")
struct MalformedInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let hex: Hex
        let error: CBORError
        var testDescription: String { hex.bytes.count > 20 ? "\(error)" : hex.description }

        init(_ hex: Hex, _ error: CBORError) {
            (self.hex, self.error) = (hex, error)
        }
    }

    @Test("Malformed input is refused with its name and position", arguments: cases)
    func refuses(_ input: Case) {
        #expect(throws: input.error) { try CBORDecoder().decode(CBORItem.self, from: input.hex.bytes) }
    }

    @Test("Malformed input is refused even in a part that no field reads", arguments: cases)
    func refusesInUnknownFields(_ input: Case) {
        struct Empty: Codable {}
        // A map with the malformed bytes as the value of a key that the type does not have.
        #expect(throws: CBORError.self) {
            try CBORDecoder().decode(Empty.self, from: Hex("a1 00").bytes + input.hex.bytes)
        }
    }

    @Test("A message that is cut at any length is refused")
    func truncated() throws {
        let whole = try CBOREncoder().encode(AppendixATests.examples.map(\.value))
        for length in 0..<whole.count {
            #expect(throws: CBORError.self) {
                try CBORDecoder().decode([CBORItem].self, from: Array(whole.prefix(length)))
            }
        }
    }

    @Test("Empty input is refused")
    func empty() { #expect(throws: CBORError.truncated(at: 0)) { try CBORDecoder().decode(Int.self, from: []) } }

    @Test("Nesting is limited to 64")
    func nesting() throws {
        let deepest = [UInt8](repeating: 0x81, count: 64) + [0x00]
        #expect(try CBOREncoder().encode(CBORDecoder().decode(CBORItem.self, from: deepest)) == deepest)
        #expect(throws: CBORError.nestingTooDeep(at: 64)) {
            try CBORDecoder().decode(CBORItem.self, from: [0x81] + deepest)
        }
        let million = [UInt8](repeating: 0x9F, count: 1_000_000)
        #expect(throws: CBORError.nestingTooDeep(at: 64)) { try CBORDecoder().decode(CBORItem.self, from: million) }
        // Tags are no nesting: they are skipped and cost nothing.
        let tags = [UInt8](repeating: 0xC1, count: 1_000_000) + [0x05]
        #expect(try CBORDecoder().decode(Int.self, from: tags) == 5)
    }

    static let cases: [Case] = [
        Case("18", .truncated(at: 0)), Case("1a000000", .truncated(at: 0)), Case("fb0000", .truncated(at: 0)),
        Case("6261", .truncated(at: 0)), Case("8201", .truncated(at: 0)), Case("a1", .truncated(at: 0)),
        Case("820118", .truncated(at: 2)), Case("9f01", .truncated(at: 2)), Case("bf01", .truncated(at: 2)),
        Case("5f4101", .truncated(at: 3)), Case("5f42", .truncated(at: 1)), Case("c1", .truncated(at: 1)),
        Case("f8", .truncated(at: 1)), Case("d9ff", .truncated(at: 0)),
        Case("5bffffffffffffffff00", .truncated(at: 0)), Case("7b7fffffffffffffff00", .truncated(at: 0)),
        Case("9bffffffffffffffff00", .truncated(at: 0)), Case("bbffffffffffffffff00", .truncated(at: 0)),
        Case("bb800000000000000000", .truncated(at: 0)), Case("9a7fffffff00", .truncated(at: 0)),
        Case("1c", .malformed("reserved additional information", at: 0)),
        Case("3d", .malformed("reserved additional information", at: 0)),
        Case("5e", .malformed("reserved additional information", at: 0)),
        Case("1f", .malformed("reserved additional information", at: 0)),
        Case("3f", .malformed("reserved additional information", at: 0)),
        Case("df00", .malformed("reserved additional information", at: 0)),
        Case("fc", .malformed("reserved additional information", at: 0)),
        Case("819c", .malformed("reserved additional information", at: 1)),
        Case("ff", .malformed("a break outside an item of indefinite length", at: 0)),
        Case("81ff", .malformed("a break outside an item of indefinite length", at: 1)),
        Case("bf01ff", .malformed("a break outside an item of indefinite length", at: 2)),
        Case("c1ff", .malformed("a break outside an item of indefinite length", at: 1)),
        Case("f800", .malformed("a simple value below 32 takes two bytes", at: 0)),
        Case("f81f", .malformed("a simple value below 32 takes two bytes", at: 0)),
        Case("5f6161ff", .malformed("a chunk of a string is not a string of its kind and of definite length", at: 1)),
        Case("7f4161ff", .malformed("a chunk of a string is not a string of its kind and of definite length", at: 1)),
        Case(
            "5f5f4101ffff", .malformed("a chunk of a string is not a string of its kind and of definite length", at: 1)),
        Case("7f00ff", .malformed("a chunk of a string is not a string of its kind and of definite length", at: 1)),
        Case("0000", .trailingBytes(at: 1)), Case("a000", .trailingBytes(at: 1)), Case("80ff", .trailingBytes(at: 1)),
        Case("f4f4", .trailingBytes(at: 1)),
        // Keys: repeated in any form and at any place, and values that cannot be keys.
        Case("a201000101", .repeatedKey(at: 3)), Case("a3010002000101", .repeatedKey(at: 5)),
        Case("a20100180101", .repeatedKey(at: 3)), Case("a2616100616101", .repeatedKey(at: 4)),
        Case("a26161007f6161ff01", .repeatedKey(at: 4)), Case("a220002001", .repeatedKey(at: 3)),
        Case("81bf01000101ff", .repeatedKey(at: 4)), Case("a20100c10101", .repeatedKey(at: 4)),
        Case("a1f500", .malformed("a map's key is neither an integer nor text", at: 1)),
        Case("a1410000", .malformed("a map's key is neither an integer nor text", at: 1)),
        Case("a18000", .malformed("a map's key is neither an integer nor text", at: 1)),
        Case("a1f93c0000", .malformed("a map's key is neither an integer nor text", at: 1)),
        Case("a161ff00", .malformed("text that is not UTF-8", at: 1)),
    ]
}

@Suite("Input of another type")
struct MismatchTests {
    private func refuses<T: Decodable>(
        _ hex: Hex, as type: T.Type, _ error: CBORError, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: error, sourceLocation: sourceLocation) { try CBORDecoder().decode(type, from: hex.bytes) }
    }

    @Test("The refusal says what was wanted, what was found, and where")
    func kinds() {
        func mismatch(_ expected: String, _ found: String, at offset: Int = 0) -> CBORError {
            .typeMismatch(expected: expected, found: found, at: offset)
        }
        refuses("6161", as: Int.self, mismatch("an integer", "text"))
        refuses("f93c00", as: Int.self, mismatch("an integer", "a float"))
        refuses("4161", as: String.self, mismatch("text", "a byte string"))
        refuses("f6", as: Bool.self, mismatch("a boolean", "null"))
        refuses("f7", as: Bool.self, mismatch("a boolean", "undefined"))
        refuses("f5", as: Double.self, mismatch("a float", "a boolean"))
        refuses("8101", as: [UInt8].self, mismatch("a byte string", "an array"))
        refuses("a0", as: [Int].self, mismatch("an array", "a map"))
        refuses("80", as: [String: Int].self, mismatch("a map", "an array"))
        refuses("82016161", as: [Int].self, mismatch("an integer", "text", at: 2))
    }

    @Test("Integers and floats that do not fit exactly are refused")
    func ranges() throws {
        for hex in ["1880", "3880"] as [Hex] { refuses(hex, as: Int8.self, .outOfRange(at: 0)) }
        for hex in ["1bffffffffffffffff", "3bffffffffffffffff"] as [Hex] {
            refuses(hex, as: Int.self, .outOfRange(at: 0))
        }
        refuses("20", as: UInt8.self, .outOfRange(at: 0))
        refuses("20", as: UInt64.self, .outOfRange(at: 0))
        refuses("1b0020000000000001", as: Double.self, .outOfRange(at: 0))
        refuses("fb7e37e43c8800759c", as: Float.self, .outOfRange(at: 0))
        let decoder = CBORDecoder()
        #expect(try decoder.decode(Int8.self, from: Hex("387f").bytes) == -128)
        #expect(try decoder.decode(Double.self, from: Hex("1b0020000000000000").bytes) == 0x1p53)
        #expect(try decoder.decode(Double.self, from: Hex("3bffffffffffffffff").bytes) == -0x1p64)
        #expect(try decoder.decode(Float.self, from: Hex("fb3ff199999999999a").bytes) == 1.1)
    }

    @Test(
        "Text that is not UTF-8 is refused",
        arguments: ["61ff", "62c328", "63eda080", "64f5808080", "7f61c361bcff", "62c080"] as [Hex])
    func invalidText(_ hex: Hex) {
        #expect(throws: CBORError.malformed("text that is not UTF-8", at: 0)) {
            try CBORDecoder().decode(String.self, from: hex.bytes)
        }
    }
}
