/// A directory, sorted by tile id (version 3, "Directory Serialization").
struct PMTilesDirectory: Sendable {
    /// The longest directory in bytes, both stored and decompressed.
    static let maximumLength = 8 << 20
    /// The most entries, which take 12 MiB of memory.
    static let maximumCount = 1 << 19

    struct Entry: Hashable, Sendable {
        let id: UInt64
        let offset: UInt64
        /// The length in bytes, at least 1.
        let length: UInt32
        /// The number of tiles; 0 for a leaf directory.
        let runLength: UInt32
    }

    let entries: [Entry]

    /// Reads a decompressed directory. Throws if it is malformed, for example with entries outside their section.
    init(_ bytes: [UInt8], in header: PMTilesHeader) throws(UnusableFile) {
        var numbers = VarintReader(bytes)
        guard let stated = numbers.next(), stated > 0 else { throw .malformed("a directory has no entries") }
        // Each entry has at least four bytes, so a false count cannot reserve more memory than the bytes justify.
        guard stated <= UInt64(min(PMTilesDirectory.maximumCount, numbers.remaining / 4)) else {
            throw .malformed("a directory has more entries than bytes, or more than \(PMTilesDirectory.maximumCount)")
        }
        let count = Int(stated)
        let ids = try PMTilesDirectory.ids(count, &numbers)
        let runLengths = try PMTilesDirectory.column(count, &numbers)
        let lengths = try PMTilesDirectory.column(count, &numbers)
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for place in 0..<count {
            // Each entry is within its section, so its end does not overflow.
            let end = entries.last.map { $0.offset + UInt64($0.length) }
            guard let code = numbers.next(), let offset = code > 0 ? code - 1 : end else {
                throw .malformed("a directory does not say where an entry is")
            }
            let entry = Entry(id: ids[place], offset: offset, length: lengths[place], runLength: runLengths[place])
            let section = entry.runLength == 0 ? header.leaves : header.tiles
            guard entry.length > 0, section.start(of: entry.offset, length: UInt64(entry.length)) != nil else {
                throw .malformed("an entry of a directory lies outside of the archive")
            }
            entries.append(entry)
        }
        guard numbers.remaining == 0 else { throw .malformed("a directory goes on behind its entries") }
        self.entries = entries
    }

    func entry(of id: UInt64) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id <= id { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.runLength == 0 || id - entry.id < entry.runLength ? entry : nil
    }

    /// Reads the ids. Each number is the difference to the id before.
    private static func ids(_ count: Int, _ numbers: inout VarintReader) throws(UnusableFile) -> [UInt64] {
        var ids: [UInt64] = []
        ids.reserveCapacity(count)
        var id: UInt64 = 0
        for place in 0..<count {
            guard let step = numbers.next(), place == 0 || step > 0,
                case let (next, false) = id.addingReportingOverflow(step)
            else { throw .malformed("the entries of a directory are not in their order") }
            id = next
            ids.append(id)
        }
        return ids
    }

    private static func column(_ count: Int, _ numbers: inout VarintReader) throws(UnusableFile) -> [UInt32] {
        var column: [UInt32] = []
        column.reserveCapacity(count)
        for _ in 0..<count {
            guard let number = numbers.next(), let small = UInt32(exactly: number) else {
                throw .malformed("a directory ends before its entries, or has a length that cannot be")
            }
            column.append(small)
        }
        return column
    }
}

/// Reads LEB128 numbers, as in Protocol Buffers.
struct VarintReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - place }

    /// Returns the next number; nil if the bytes end early, or for more than 64 bits.
    mutating func next() -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while place < bytes.count, shift < 64 {
            let byte = bytes[place]
            place += 1
            let part = UInt64(byte & 0x7F)
            guard (part << shift) >> shift == part else { return nil }
            number |= part << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        return nil
    }
}

/// Limits the number of directories and of all their entries. The least recently used directories are dropped first.
struct LeafDirectoryCache {
    static let maximumCount = 64

    private struct Leaf {
        let directory: PMTilesDirectory
        var lastUse: UInt64
    }

    private let maximumEntries: Int
    private var leaves: [UInt64: Leaf] = [:]
    private var uses: UInt64 = 0
    private(set) var entryCount = 0

    var count: Int { leaves.count }

    init(maximumEntries: Int = PMTilesDirectory.maximumCount) { self.maximumEntries = maximumEntries }

    mutating func directory(at offset: UInt64) -> PMTilesDirectory? {
        uses += 1
        leaves[offset]?.lastUse = uses
        return leaves[offset]?.directory
    }

    /// Keeps a directory, unless it has more entries than the total limit.
    mutating func insert(_ directory: PMTilesDirectory, at offset: UInt64) {
        guard directory.entries.count <= maximumEntries else { return }
        remove(at: offset)
        while leaves.count >= LeafDirectoryCache.maximumCount || entryCount + directory.entries.count > maximumEntries,
            let oldest = leaves.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            remove(at: oldest.key)
        }
        uses += 1
        leaves[offset] = Leaf(directory: directory, lastUse: uses)
        entryCount += directory.entries.count
    }

    private mutating func remove(at offset: UInt64) {
        entryCount -= leaves.removeValue(forKey: offset)?.directory.entries.count ?? 0
    }
}
