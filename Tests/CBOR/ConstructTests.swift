@Suite("The bytes of Codable's constructs")
struct ConstructTests {
    private func expect<T: Codable & Equatable>(
        _ value: T, _ hex: Hex, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = try CBOREncoder().encode(value)
        #expect(Hex(bytes) == hex, sourceLocation: sourceLocation)
        #expect(try CBORDecoder().decode(T.self, from: bytes) == value, sourceLocation: sourceLocation)
    }

    @Test("A struct is a map with integer keys, without its absent fields")
    func integerKeys() throws {
        try expect(Message(id: 7, name: nil, ratio: 0.5, raw: [1, 2], tags: []), "a4 00 07 02 f93800 03 420102 04 80")
        try expect(
            Message(id: -1, name: "n", ratio: 1.1, raw: [], tags: ["t"]),
            "a5 00 20 01 616e 02 fb3ff199999999999a 03 40 04 816174")
    }

    @Test("Text keys are sorted by their encoded bytes")
    func textKeys() throws {
        struct Named: Codable, Equatable { var zz = 1, b = 2, a = 3 }
        try expect(Named(), "a3 6161 03 6162 02 627a7a 01")
    }

    @Test("Integer keys may be negative or large, and are sorted by their encoded bytes")
    func oddKeys() throws {
        struct Odd: Codable, Equatable {
            var negative = 1, large = 2, small = 3
            enum CodingKeys: Int, CodingKey { case negative = -1, large = 1000, small = 5 }
        }
        try expect(Odd(), "a3 05 03 1903e8 02 20 01")
    }

    @Test("Integers of every width are exact at their bounds")
    func integers() throws {
        try expect([Int8.min, .max], "82 387f 187f")
        try expect([Int16.min, .max], "82 397fff 197fff")
        try expect([Int32.min, .max], "82 3a7fffffff 1a7fffffff")
        try expect([Int64.min, .max], "82 3b7fffffffffffffff 1b7fffffffffffffff")
        try expect([Int.min, .max], "82 3b7fffffffffffffff 1b7fffffffffffffff")
        try expect([UInt8.min, .max], "42 00ff")
        try expect([UInt16.max], "81 19ffff")
        try expect([UInt32.max], "81 1affffffff")
        try expect([UInt64.max], "81 1bffffffffffffffff")
        try expect([UInt.max], "81 1bffffffffffffffff")
        try expect([Int128(UInt64.max), -1 - Int128(UInt64.max)], "82 1bffffffffffffffff 3bffffffffffffffff")
        #expect(throws: CBORError.outOfRange(at: 1)) { try CBOREncoder().encode([Int128.max]) }
    }

    @Test("Bytes are a byte string")
    func byteStrings() throws {
        try expect([UInt8](0..<24), "5818 000102030405060708090a0b0c0d0e0f1011121314151617")
        try expect(Data([1, 2]), "42 0102")
        try expect([[1], nil, []] as [[UInt8]?], "83 4101 f6 40")
        try expect(["k": Data()], "a1 616b 40")
        // Only bytes are a byte string: signed ones, and sets of bytes, are arrays.
        try expect([-1] as [Int8], "81 20")
        try expect([2, 1] as Set<UInt8>, "82 01 02")
    }

    @Test("Optionals are null or their value, alone and in arrays")
    func optionals() throws {
        try expect(Int?.none, "f6")
        try expect(Int?.some(1), "01")
        try expect([1, nil, 3], "83 01 f6 03")
        try expect([[nil], []] as [[Bool?]], "82 81f6 80")
        try expect(["a": nil, "b": true] as [String: Bool?], "a2 6161 f6 6162 f5")
    }

    @Test("Dictionaries may have text keys, integer keys and other keys")
    func dictionaries() throws {
        try expect(["b": 1, "a": 2, "": 3], "a3 60 03 6161 02 6162 01")
        try expect([300: "x", -1: "y", 2: "z"], "a3 02 617a 19012c 6178 20 6179")
        // These texts read as one integer, and have to stay three keys.
        try expect(["7": 1, "07": 2, "+7": 3], "a3 6137 01 622b37 03 623037 02")
        try expect([1.5: true, 0.5: false], "84 f93800 f4 f93e00 f5")
        try expect([UInt8(1): 1], "82 01 01")
    }

    @Test("A set has the same bytes for any order in memory")
    func sets() throws {
        try expect(
            Set((0..<30).map { "\($0)" }),
            Hex(
                "981e"
                    + ((0..<10).map { "\($0)" } + (10..<30).map { "\($0)" })
                    .map { $0.utf8.reduce("6\($0.utf8.count)") { $0 + String($1, radix: 16) } }.joined()))
    }

    @Test("Counts of 23 and 24 have heads of different lengths")
    func counts() throws {
        try expect(Array(repeating: [false], count: 23), Hex("97" + String(repeating: "81f4", count: 23)))
        try expect(Array(repeating: [false], count: 24), Hex("9818" + String(repeating: "81f4", count: 24)))
        try expect(Array(repeating: true, count: 256), Hex("990100" + String(repeating: "f5", count: 256)))
        try expect(Array(repeating: true, count: 65536), Hex("9a00010000" + String(repeating: "f5", count: 65536)))
    }

    @Test("Enums are encoded by their raw or associated values")
    func enums() throws {
        try expect([Color.red, .blue], "82 63726564 64626c7565")
        try expect([Level.low, .high], "82 00 01")
        try expect(Shape.point, "a1 65706f696e74 a0")
        try expect(Shape.circle(radius: 2), "a1 66636972636c65 a1 66726164697573 f94000")
        try expect(Shape.pair(.point, nil), "a1 6470616972 a1 625f30 a1 65706f696e74 a0")
        try expect([Coded.none, .some(value: 3)], "82 a1 00 a0 a1 01 a1 09 03")
    }

    @Test("A class is encoded with its superclass")
    func classes() throws {
        try expect(Child(name: "n", age: 4), "a2 00 04 657375706572 a1 646e616d65 616e")
        try expect(Sharing(name: "n", age: 4), "a2 63616765 04 646e616d65 616e")
    }

    @Test("Containers may be opened by hand")
    func byHand() throws {
        try expect(ByHand(x: 1, y: [2, 3], z: "s"), "a3 00 01 01 82 8102 8103 02 82 a1 617a 6173 f6")
    }

    @Test("A type may encode one value or nothing")
    func single() throws {
        try expect(Wrapped(value: "w"), "6177")
        try expect([Wrapped(value: "w")], "81 6177")
        try expect(Nothing(), "a0")
        try expect([Nothing(), Nothing()], "82 a0 a0")
        try expect(Date(timeIntervalSince1970: 1.25), "1904e2")
        try expect(
            UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
            Hex("7824" + "E621E1F8-C36C-495A-93FC-0C247A3E6E5F".utf8.map { String($0, radix: 16) }.joined()))
    }

    @Test("Floats take the fewest bytes without a loss")
    func floats() throws {
        try expect([Float(1.5), 1.1, .greatestFiniteMagnitude], "83 f93e00 fa3f8ccccd fa7f7fffff")
        try expect(
            [0x1p-24, 0x1p-25, 0x1p-14, 65504, 65520] as [Double], "85 f90001 fa33000000 f90400 f97bff fa477ff000")
        try expect(
            [0x1p-149, 0x1p-150, .leastNonzeroMagnitude] as [Double],
            "83 fa00000001 fb3690000000000000 fb0000000000000001")
    }

    @Test(
        "NaNs keep their bits",
        arguments: [
            0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0001, 0xFFF0_0400_0000_0000, 0x7FF0_0000_2000_0000,
            0xFFFF_FFFF_FFFF_FFFF,
        ] as [UInt64])
    func notNumbers(_ bits: UInt64) throws {
        let bytes = try CBOREncoder().encode(Double(bitPattern: bits))
        #expect(try CBORDecoder().decode(Double.self, from: bytes).bitPattern == bits)
    }

    @Test("Encoding appends to existing bytes")
    func appending() throws {
        var writer = MessageWriter()
        writer.write(UInt64(9))
        try CBOREncoder().encode("a", into: &writer)
        #expect(Hex([UInt8](writer.bytes)) == "09 6161")
        do {
            try CBOREncoder().encode(["b": Int128.max], into: &writer)
            Issue.record("an integer of 128 bits was written")
        } catch { #expect(error == .outOfRange(at: 3)) }
        #expect(Hex([UInt8](writer.bytes)) == "09 6161")
    }
}

// MARK: The types

private struct Message: Codable, Equatable {
    var id: Int
    var name: String?
    var ratio: Double
    var raw: [UInt8]
    var tags: Set<String>
    enum CodingKeys: Int, CodingKey { case id = 0, name, ratio, raw, tags }
}

private enum Color: String, Codable { case red, blue }

private enum Level: Int, Codable { case low, high }

private indirect enum Shape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case pair(Shape, Shape?)
}

private enum Coded: Codable, Equatable {
    case none
    case some(value: Int)
    enum CodingKeys: Int, CodingKey { case none = 0, some }
    enum SomeCodingKeys: Int, CodingKey { case value = 9 }
}

private class Parent: Codable, Equatable {
    let name: String
    init(name: String) { self.name = name }
    static func == (one: Parent, other: Parent) -> Bool { one.name == other.name }
}

private final class Child: Parent {
    let age: Int
    enum CodingKeys: Int, CodingKey { case age }
    init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        age = try container.decode(Int.self, forKey: .age)
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(age, forKey: .age)
    }
}

/// Writes into the very map that its superclass writes into.
private final class Sharing: Parent {
    let age: Int
    enum CodingKeys: CodingKey { case age }
    init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
        try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(age, forKey: .age)
    }
}

private struct ByHand: Codable, Equatable {
    var x: Int
    var y: [Int]
    var z: String
    enum Outer: Int, CodingKey { case x, y, z }
    enum Inner: String, CodingKey { case z }

    init(x: Int, y: [Int], z: String) {
        (self.x, self.y, self.z) = (x, y, z)
    }
    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        // Not in the order of the bytes, and only a part of each container.
        var pair = try outer.nestedUnkeyedContainer(forKey: .z)
        z = try pair.nestedContainer(keyedBy: Inner.self).decode(String.self, forKey: .z)
        #expect(try pair.decodeNil())
        #expect(pair.isAtEnd)
        var list = try outer.nestedUnkeyedContainer(forKey: .y)
        #expect(list.count == 2)
        y = []
        while !list.isAtEnd {
            var inner = try list.nestedUnkeyedContainer()
            y.append(try inner.decode(Int.self))
        }
        #expect(list.currentIndex == 2)
        x = try outer.decode(Int.self, forKey: .x)
    }
    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        try outer.encode(x, forKey: .x)
        var list = outer.nestedUnkeyedContainer(forKey: .y)
        for element in y {
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(element)
        }
        #expect(list.count == y.count)
        var pair = outer.nestedUnkeyedContainer(forKey: .z)
        var inner = pair.nestedContainer(keyedBy: Inner.self)
        try inner.encode(z, forKey: .z)
        try pair.encodeNil()
    }
}

private struct Wrapped: RawRepresentable, Codable, Equatable {
    var rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    init(value: String) { rawValue = value }
}

private struct Nothing: Codable, Equatable {}
