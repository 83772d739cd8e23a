@Suite("Random values")
struct RoundTripTests {
    @Test("Values and bytes survive a round trip", arguments: 0..<40 as Range<UInt64>)
    func items(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<50 {
            let item = CBORItem.random(depth: 0, &random)
            let bytes = try CBOREncoder().encode(item)
            let decoded = try CBORDecoder().decode(CBORItem.self, from: bytes)
            #expect(decoded == item)
            #expect(try CBOREncoder().encode(decoded) == bytes)
        }
    }

    @Test("Every bit pattern of a float is exact", arguments: 0..<20 as Range<UInt64>)
    func floats(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<500 {
            let double = Double(bitPattern: random.next())
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            let encoder = CBOREncoder(), decoder = CBORDecoder()
            #expect(try decoder.decode(Double.self, from: encoder.encode(double)).bitPattern == double.bitPattern)
            #expect(try decoder.decode(Float.self, from: encoder.encode(float)).bitPattern == float.bitPattern)
        }
    }

    @Test("Every half float is exact")
    func halves() throws {
        let encoder = CBOREncoder()
        let decoder = CBORDecoder()
        let changed = try (UInt16.min...UInt16.max).filter { bits in
            let bytes = [0xF9, UInt8(bits >> 8), UInt8(bits & 255)]
            return try encoder.encode(decoder.decode(Double.self, from: bytes)) != bytes
                || encoder.encode(decoder.decode(Float.self, from: bytes)) != bytes
        }
        #expect(changed == [])
    }

    @Test("Damaged bytes are refused, or decode to a value that survives", arguments: 0..<20 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<100 {
            var bytes = try CBOREncoder().encode(CBORItem.random(depth: 0, &random))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let item = try? CBORDecoder().decode(CBORItem.self, from: bytes) else { continue }
            let written = try CBOREncoder().encode(item)
            #expect(try CBOREncoder().encode(CBORDecoder().decode(CBORItem.self, from: written)) == written)
        }
    }
}

extension CBORItem {
    static func random(depth: Int, _ random: inout SeededNumbers) -> CBORItem {
        switch Int.random(in: 0..<(depth < 4 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(integer(&random))
        case 3: return .number(number(&random))
        case 4: return .text(text(&random))
        case 5: return .bytes((0..<Int.random(in: 0...30, using: &random)).map { UInt8($0) })
        case 6, 7:
            return .array(
                (0..<Int.random(in: 0...(depth == 0 ? 30 : 4), using: &random)).map { _ in
                    .random(depth: depth + 1, &random)
                })
        default:
            let count = Int.random(in: 0...(depth == 0 ? 30 : 4), using: &random)
            let keys = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? Key.text(text(&random)) : .integer(Int(truncatingIfNeeded: integer(&random)))
            }
            return .map(Dictionary(keys.map { ($0, .random(depth: depth + 1, &random)) }) { _, last in last })
        }
    }

    private static func integer(_ random: inout SeededNumbers) -> Int128 {
        let magnitude = Int128(random.next() >> UInt64.random(in: 0..<64, using: &random))
        return Bool.random(using: &random) ? magnitude : ~magnitude
    }

    private static func number(_ random: inout SeededNumbers) -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Double.random(in: -180...180, using: &random)
        case 1: Double(Int8.random(in: -128...127, using: &random))
        case 2: Double(Float.random(in: -1...1, using: &random))
        default: Double(sign: .minus, exponent: Int.random(in: -1080...1000, using: &random), significand: 1)
        }
    }

    private static func text(_ random: inout SeededNumbers) -> String {
        let letters = ["a", "B", "7", "é", "水", "𐅑", "\0", "\""]
        return (0..<Int.random(in: 0...30, using: &random)).map { _ in letters[Int.random(in: 0..<8, using: &random)] }
            .joined()
    }
}
