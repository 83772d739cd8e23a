@Suite("Types that misbehave")
struct MisbehaviourTests {
    struct Custom: Encodable {
        let body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    enum Key: Int, CodingKey { case a, b }
    struct Failure: Error {}

    private func refuses(
        _ sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping (any Encoder) throws -> Void
    ) {
        #expect(sourceLocation: sourceLocation) {
            try CBOREncoder().encode(Custom(body: body))
        } throws: { error in
            guard case .unencodable = error as? CBORError else { return false }
            return true
        }
    }

    @Test("Writing a key twice fails")
    func twice() {
        refuses {
            var container = $0.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .a)
        }
    }

    @Test("Using a container after another one was opened fails")
    func interleaved() {
        refuses {
            var outer = $0.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            try inner.encode(1, forKey: .a)
            try outer.encode(2, forKey: .b)
            try inner.encode(3, forKey: .b)
        }
        refuses {
            var outer = $0.unkeyedContainer()
            var first = outer.nestedUnkeyedContainer()
            var second = outer.nestedUnkeyedContainer()
            try second.encode(1)
            _ = first.nestedContainer(keyedBy: Key.self)
        }
    }

    @Test("Encoding a value in two ways fails")
    func twoWays() {
        refuses {
            _ = $0.container(keyedBy: Key.self)
            _ = $0.unkeyedContainer()
        }
        refuses {
            var single = $0.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        }
        refuses {
            _ = $0.container(keyedBy: Key.self)
            var single = $0.singleValueContainer()
            try single.encodeNil()
        }
        refuses {
            var container = $0.unkeyedContainer()
            let encoder = container.superEncoder()
            var single = encoder.singleValueContainer()
            try single.encode("a")
            _ = encoder.container(keyedBy: Key.self)
        }
    }

    @Test("An error fails the encoding even if it is caught")
    func failing() {
        refuses { _ in throw Failure() }
        refuses {
            var container = $0.container(keyedBy: Key.self)
            try? container.encode(Custom { _ in throw Failure() }, forKey: .a)
            try container.encode(1, forKey: .b)
        }
    }

    @Test("Endless nesting fails")
    func endless() {
        final class Loop: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(self)
            }
        }
        #expect(throws: CBORError.nestingTooDeep(at: 64)) { try CBOREncoder().encode(Loop()) }
        let deep = Custom {
            var container = $0.unkeyedContainer()
            for _ in 0..<1_000_000 { container = container.nestedUnkeyedContainer() }
        }
        #expect(throws: CBORError.nestingTooDeep(at: 64)) { try CBOREncoder().encode(deep) }
    }

    @Test("A coder that is kept for later fails")
    func keeping() throws {
        final class Kept: Codable {
            nonisolated(unsafe) static var encoder: (any Encoder)?
            nonisolated(unsafe) static var list: (any UnkeyedEncodingContainer)?
            nonisolated(unsafe) static var decoder: (any Decoder)?
            nonisolated(unsafe) static var map: KeyedDecodingContainer<Key>?
            init() {}
            init(from decoder: any Decoder) throws {
                Kept.decoder = decoder
                Kept.map = try decoder.container(keyedBy: Key.self)
            }
            func encode(to encoder: any Encoder) throws {
                Kept.encoder = encoder
                Kept.list = encoder.unkeyedContainer()
            }
        }
        #expect(try CBOREncoder().encode(Kept()) == [0x80])
        #expect(throws: CBORError.self) { try Kept.list?.encode(1) }
        var single = try #require(Kept.encoder).singleValueContainer()
        #expect(throws: CBORError.self) { try single.encode("late") }

        // Decoded values stay valid after the bytes are gone.
        _ = try CBORDecoder().decode(Kept.self, from: Hex("a1 00 6161").bytes)
        #expect(try Kept.map?.decode(String.self, forKey: .a) == "a")
        #expect(Kept.map?.allKeys == [.a])
        #expect(throws: CBORError.self) { try Kept.decoder?.singleValueContainer().decode(Int.self) }
        #expect(throws: CBORError.self) { try Kept.decoder?.unkeyedContainer() }
    }

    @Test("A refused value is named with its path")
    func refusing() {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Failure() }
        }
        enum Raw: String, Decodable { case known }
        #expect(throws: CBORError.invalidValue(type: "Picky", at: 1)) {
            try CBORDecoder().decode([Picky].self, from: Hex("81 00").bytes)
        }
        #expect(throws: CBORError.invalidValue(type: "Raw", at: 2)) {
            try CBORDecoder().decode([String: Raw].self, from: Hex("a1 60 6161").bytes)
        }
    }

    @Test("Trying one type after another is allowed")
    func trying() throws {
        struct Either: Decodable, Equatable {
            var numbers: [Int] = [], texts: [String] = []
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    if let nested = try? list.decode([Int].self) {
                        numbers += nested
                    } else if let number = try? list.decode(Int.self) {
                        numbers.append(number)
                    } else {
                        texts.append(try list.decode(String.self))
                    }
                }
                #expect(throws: CBORError.missingElement(at: 0)) { try list.decode(Int.self) }
                // The decoder is still at this value after others have failed.
                #expect(try decoder.unkeyedContainer().count == 4)
            }
        }
        let either = try CBORDecoder().decode(Either.self, from: Hex("84 01 6161 820203 8104").bytes)
        #expect(either.numbers == [1, 2, 3, 4] && either.texts == ["a"])
    }
}
