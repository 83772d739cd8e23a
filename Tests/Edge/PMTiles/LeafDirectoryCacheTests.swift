@testable import Edge

@Suite("The cache of leaf directories") struct LeafDirectoryCacheTests {
    private func directory(_ count: Int) throws -> PMTilesDirectory {
        let header = try PMTilesHeader(SampleArchive.world.bytes, fileLength: 1 << 20)
        let rows = (0..<UInt64(count)).map { (id: $0, offset: UInt64(0), length: UInt64(1), run: UInt64(1)) }
        return try PMTilesDirectory(SampleArchive.directory(rows), in: header)
    }

    @Test("The cache has a limited number of entries, and drops the least recently used")
    func entries() throws {
        var cache = LeafDirectoryCache(maximumEntries: 10)
        for offset in [1, 2] as [UInt64] { cache.insert(try directory(4), at: offset) }
        #expect(cache.directory(at: 1) != nil)
        cache.insert(try directory(4), at: 3)
        #expect(cache.directory(at: 2) == nil && cache.directory(at: 1) != nil && cache.directory(at: 3) != nil)
        #expect(cache.entryCount == 8)
        cache.insert(try directory(2), at: 3)
        #expect(cache.entryCount == 6 && cache.count == 2)
        cache.insert(try directory(11), at: 4)
        #expect(cache.directory(at: 4) == nil && cache.count == 2)
        cache.insert(try directory(10), at: 5)
        #expect(cache.count == 1 && cache.entryCount == 10)
    }

    @Test("The cache has a limited number of directories")
    func count() throws {
        var cache = LeafDirectoryCache()
        let small = try directory(1)
        for offset in 0..<200 as Range<UInt64> { cache.insert(small, at: offset) }
        #expect(cache.count == LeafDirectoryCache.maximumCount && cache.entryCount == cache.count)
        #expect(cache.directory(at: 199) != nil && cache.directory(at: 0) == nil)
    }
}
