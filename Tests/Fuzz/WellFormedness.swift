// A second opinion on which bytes are CBOR, after the pseudocode of RFC 8949's appendix C, sharing nothing with the coder.

struct WellFormedness {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private struct Malformed: Error {}

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    static func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var reader = WellFormedness(bytes)
        guard (try? reader.item(breakable: false)) != nil else { return false }
        return reader.offset == bytes.count
    }

    private mutating func take(_ count: UInt64) throws -> UnsafeRawBufferPointer.SubSequence {
        guard count <= UInt64(bytes.count - offset) else { throw Malformed() }
        defer { offset += Int(count) }
        return bytes[offset..<offset + Int(count)]
    }

    /// The major type of what was read, or nil for a break.
    @discardableResult
    private mutating func item(breakable: Bool) throws -> UInt8? {
        let initial = try take(1).first ?? 0
        let major = initial >> 5
        let info = initial & 31
        var value = UInt64(info)
        switch info {
        case 24, 25, 26, 27:
            value = try take(1 << (UInt64(info) - 24)).reduce(0) { $0 << 8 | UInt64($1) }
        case 28, 29, 30: throw Malformed()
        case 31: return try indefinite(major, breakable)
        default: break
        }
        switch major {
        case 2, 3: _ = try take(value)
        case 4:
            for _ in 0..<value { try item(breakable: false) }
        case 5:
            for _ in 0..<value {
                try item(breakable: false)
                try item(breakable: false)
            }
        case 6: try item(breakable: false)
        case 7: if info == 24 && value < 32 { throw Malformed() }
        default: break
        }
        return major
    }

    private mutating func indefinite(_ major: UInt8, _ breakable: Bool) throws -> UInt8? {
        switch major {
        case 2, 3:
            while true {
                let start = offset
                guard let chunk = try item(breakable: true) else { return major }
                guard chunk == major, bytes[start] & 31 != 31 else { throw Malformed() }
            }
        case 4: while try item(breakable: true) != nil {}
        case 5: while try item(breakable: true) != nil { try item(breakable: false) }
        case 7:
            guard breakable else { throw Malformed() }
            return nil
        default: throw Malformed()
        }
        return major
    }
}
