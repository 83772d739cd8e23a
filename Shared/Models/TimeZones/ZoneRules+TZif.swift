extension ZoneRules {
    /// Reads a TZif file (RFC 9636); nil for any other file. Leap seconds are ignored, as computer clocks ignore them.
    public init?(tzif file: [UInt8]) {
        guard let first = Header(file[...]) else { return nil }
        // From version 2 on, a second block repeats the data in 64 bits, and a text contains the rules for later years.
        guard first.version > 0 else {
            self.init(first, of: 4, in: file[Header.length...], future: nil)
            return
        }
        let rest = file.dropFirst(Header.length + first.bytes(of: 4))
        guard let second = Header(rest) else { return nil }
        let block = rest.dropFirst(Header.length)
        let text = block.dropFirst(second.bytes(of: 8)).drop { $0 == UInt8(ascii: "\n") }
            .prefix { $0 != UInt8(ascii: "\n") }
        self.init(second, of: 8, in: block, future: text.isEmpty ? nil : YearlyRules(text))
    }

    /// Reads one block. `size` is the number of bytes in a moment.
    private init?(_ header: Header, of size: Int, in block: ArraySlice<UInt8>, future: YearlyRules?) {
        guard block.count >= header.bytes(of: size) else { return nil }
        let start = block.startIndex
        let types = start + header.changes * size
        let records = types + header.changes
        func offset(ofType type: Int) -> Int32? {
            guard type < header.types else { return nil }
            let place = records + type * 6
            return Int32(truncatingIfNeeded: block[place..<place + 4].bigEndian)
        }
        guard let initial = offset(ofType: 0) else { return nil }
        var (changes, offsets): ([Int64], [Int32]) = ([], [initial])
        for index in 0..<header.changes {
            let place = start + index * size
            let moment = block[place..<place + size].bigEndian
            guard let offset = offset(ofType: Int(block[types + index])), changes.last.map({ $0 < moment }) ?? true
            else { return nil }
            guard moment >= ZoneRules.earliest else {
                offsets = [offset]
                continue
            }
            changes.append(moment)
            offsets.append(offset)
        }
        self.init(changes: changes, offsets: offsets, future: future)
    }

    /// The header of a block (RFC 9636, section 3.1).
    private struct Header {
        static let length = 44

        let version: UInt8
        let changes: Int
        let types: Int
        private let others: (utcFlags: Int, standardFlags: Int, leapSeconds: Int, characters: Int)

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= Header.length, bytes.starts(with: "TZif".utf8) else { return nil }
            let start = bytes.startIndex
            version = bytes[start + 4]
            func count(_ place: Int) -> Int {
                let position = start + 20 + place * 4
                return Int(UInt32(truncatingIfNeeded: bytes[position..<position + 4].bigEndian))
            }
            others = (count(0), count(1), count(2), count(5))
            (changes, types) = (count(3), count(4))
            // Counts in real files are smaller. The limit prevents overflows in sums.
            guard (0..<6).allSatisfy({ count($0) <= 1 << 20 }) else { return nil }
        }

        func bytes(of size: Int) -> Int {
            changes * (size + 1) + types * 6 + others.characters + others.leapSeconds * (size + 4)
                + others.standardFlags + others.utcFlags
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var bigEndian: Int64 {
        let value = reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
