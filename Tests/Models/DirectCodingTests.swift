@Suite("Direct coding")
struct DirectCodingTests {
    @Test("Direct coding encodes and decodes the bytes of the general coder", arguments: 0..<30 as Range<UInt64>)
    func sameBytes(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<20 {
            for sample in DirectSample.random(&random) {
                #expect(sample.directBytes == sample.generalBytes)
                #expect(sample.recodedDirectly(sample.generalBytes) == sample.generalBytes)
            }
        }
    }

    /// A field that is new in a message belongs into its direct coding: the test above shows it if a sample has it.
    @Test("The samples contain every field of every type")
    func complete() {
        var random = SeededNumbers(seed: 0)
        var fields = FieldsSeen()
        for _ in 0..<50 { for sample in DirectSample.random(&random) { fields.look(at: sample.value) } }
        #expect(fields.declared.count > 45)
        // It is the one that is not sent.
        #expect(fields.declared.subtracting(fields.seen) == ["FeedPage.base"])
    }

    @Test("Direct coding leaves unknown fields to the general coder", arguments: 0..<10 as Range<UInt64>)
    func unknownFields(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        for sample in DirectSample.random(&random) {
            let bytes = sample.generalBytes
            // One field more: {…, 255: [true, {0: "a"}]}.
            let newer = [bytes[0] + 1] + bytes.dropFirst() + [0x18, 0xFF, 0x82, 0xF5, 0xA1, 0x00, 0x61, 0x61]
            #expect(sample.recodedDirectly(newer) == nil)
            #expect(sample.recodedGenerally(newer) == bytes)
        }
    }

    @Test("Direct coding refuses bytes that are cut off or too long", arguments: 0..<10 as Range<UInt64>)
    func truncated(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        for sample in DirectSample.random(&random) {
            let bytes = sample.generalBytes
            for length in 0..<bytes.count { #expect(sample.recodedDirectly(Array(bytes.prefix(length))) == nil) }
            #expect(sample.recodedDirectly(bytes + [0x00]) == nil)
        }
    }

    /// Other types, null, keys out of order or twice, lengths that lie, text that is not UTF-8: whatever damage makes.
    @Test(
        "Direct coding decodes damaged bytes like the general coder, or refuses them",
        arguments: 0..<20 as Range<UInt64>)
    func damaged(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var read = 0
        for _ in 0..<40 {
            for sample in DirectSample.random(&random) {
                var bytes = sample.generalBytes
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                guard let direct = sample.recodedDirectly(bytes) else { continue }
                read += 1
                #expect(direct == sample.recodedGenerally(bytes))
            }
        }
        #expect(read > 4)
    }

    @Test("Direct coding reads heads of every length", arguments: [0, 23, 24, 255, 256, 65_535, 65_536])
    func longTexts(_ count: Int) throws {
        let text = String(repeating: "x", count: count)
        #expect(text.directBytes == (try CBOREncoder().encode(text)))
        #expect(text.directBytes.withUnsafeBytes { String.read($0) } == text)
    }

    @Test(
        "Direct coding encodes integers like the general coder",
        arguments: [0, -1, 23, 24, -25, 256, 70_000, .max, .min] as [Int])
    func integers(_ integer: Int) throws {
        #expect(integer.directBytes == (try CBOREncoder().encode(integer)))
        #expect(integer.directBytes.withUnsafeBytes { Int.read($0) } == integer)
    }

    @Test("Direct coding encodes bytes like the general coder", arguments: [0, 23, 24, 256, 70_000])
    func byteStrings(_ count: Int) throws {
        let bytes = [UInt8](repeating: 0xA1, count: count)
        #expect(ByteString(bytes).directBytes == (try CBOREncoder().encode(bytes)))
        #expect(ByteString(bytes).directBytes.withUnsafeBytes { ByteString.read($0) }?.bytes == bytes)
    }

    @Test("Direct coding leaves an oversized integer to the general coder")
    func tooLarge() {
        let bytes = UInt64.max.directBytes
        #expect(bytes.withUnsafeBytes { UInt64.read($0) } == .max)
        #expect(bytes.withUnsafeBytes { Int.read($0) } == nil)
    }

    @Test(
        "Direct coding encodes numbers like the general coder",
        arguments: [
            0, -0.0, 1, 12.5, 0.1, 65_504, 65_536, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity,
        ] as [Double])
    func numbers(_ number: Double) throws {
        #expect(number.directBytes == (try CBOREncoder().encode(number)))
        #expect(number.directBytes.withUnsafeBytes { Double.read($0) }?.bitPattern == number.bitPattern)
    }

    @Test(
        "Direct coding keeps the bits of NaN",
        arguments: [0x7FF8 << 48, 0xFFF8 << 48 | 1, 0x7FF0 << 48 | 1 << 42] as [UInt64])
    func notNumbers(_ bits: UInt64) throws {
        let number = Double(bitPattern: bits)
        #expect(number.directBytes == (try CBOREncoder().encode(number)))
        #expect(number.directBytes.withUnsafeBytes { Double.read($0) }?.bitPattern == bits)
    }

    @Test("Direct coding encodes more fields than a short head can count")
    func manyFields() throws {
        let bytes = ManyFields().directBytes
        #expect(bytes.prefix(2) == [0xB8, 30])
        #expect(try CBORDecoder().decode([Int: Bool].self, from: bytes).count == 30)
        #expect(bytes.withUnsafeBytes { ManyFields.read($0) } != nil)
    }

    @Test("Direct coding allocates no memory for elements that are only declared")
    func declaredElements() {
        // An array of 2^32 - 1 elements in a message of a few bytes.
        let bytes: [UInt8] = [0xA2, 0x00, 0x9A, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0xF5]
        #expect(bytes.withUnsafeBytes { UpdateLocation.read($0) } == nil)
    }
}

extension DirectlyCoded {
    var directBytes: [UInt8] {
        var writer = MessageWriter(capacity: 16)
        write(to: &writer)
        return [UInt8](writer.bytes)
    }
}

/// The fields that the structs in some values declare, and those that had a value.
private struct FieldsSeen {
    var declared: Set<String> = []
    var seen: Set<String> = []

    mutating func look(at value: Any) {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct else {
            for child in mirror.children { look(at: child.value) }
            return
        }
        for child in mirror.children {
            let name = "\(mirror.subjectType).\(child.label ?? "")"
            declared.insert(name)
            let inner = Mirror(reflecting: child.value)
            if inner.displayStyle == .optional, inner.children.isEmpty { continue }
            seen.insert(name)
            look(at: child.value)
        }
    }
}

private struct ManyFields: DirectFields {
    private struct Key: RawRepresentable { var rawValue: Int }

    init() {}
    func writeFields(to writer: inout MessageWriter) {
        for key in 0..<30 { writer.put(Key(rawValue: key), true) }
    }
    init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        for key in 0..<30 { let _: Bool = try reader.take(Key(rawValue: key)) }
    }
}
