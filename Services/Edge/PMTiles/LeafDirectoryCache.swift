/// Limits the number of directories and their entries in total. The least recently used are dropped first.
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

    /// One with more entries than the total limit is not kept.
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
