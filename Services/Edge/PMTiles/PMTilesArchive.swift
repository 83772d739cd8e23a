import Foundation
import NIOPosix
import Synchronization

/// An archive of PMTiles, version 3, with pictures. Offsets are checked against the file's length, and the work for a
/// tile is limited. The file must not change while it is open.
final class PMTilesArchive: Sendable {
    /// The longest tile in bytes.
    static let maximumTileLength = 4 << 20
    /// The greatest depth of directories, which also ends cycles.
    static let maximumDepth = 3

    let header: PMTilesHeader
    private let file: RandomAccessFile
    private let root: PMTilesDirectory
    private let leaves = Mutex(LeafDirectoryCache())
    private let threads: NIOThreadPool
    private let maximumTileLength: Int

    /// Opens an archive; this blocks. `threads` runs later reads. `maximumTileLength` applies to stored and to
    /// decompressed bytes.
    init(
        _ url: URL, threads: NIOThreadPool = .singleton, maximumTileLength: Int = PMTilesArchive.maximumTileLength
    ) throws(UnusableFile) {
        file = try RandomAccessFile(path: url.path)
        header = try PMTilesHeader(file.read(PMTilesHeader.length, at: 0), fileLength: file.length)
        self.threads = threads
        self.maximumTileLength = maximumTileLength
        let bytes = try PMTilesArchive.read(
            0, header.root.length, in: header.root, header.directoryEncoding, upTo: PMTilesDirectory.maximumLength, file
        )
        root = try PMTilesDirectory(bytes, in: header)
    }

    func tile(_ coordinate: TileCoordinate) async throws(UnusableFile) -> [UInt8]? {
        guard header.zooms.contains(coordinate.zoom) else { return nil }
        let id = coordinate.id
        do {
            return try await threads.runIfActive { try self.readTile(id) }
        } catch let error as UnusableFile {
            throw error
        } catch {
            throw UnusableFile("is no longer read, because the caller has gone")
        }
    }

    private func readTile(_ id: UInt64) throws(UnusableFile) -> [UInt8]? {
        var directory = root
        for depth in 0...PMTilesArchive.maximumDepth {
            guard let entry = directory.entry(of: id) else { return nil }
            if entry.runLength > 0 {
                return try PMTilesArchive.read(
                    entry.offset, UInt64(entry.length), in: header.tiles, header.tileEncoding,
                    upTo: maximumTileLength, file)
            }
            if depth < PMTilesArchive.maximumDepth { directory = try leaf(entry) }
        }
        throw .malformed("its leaf directories lie in more than \(PMTilesArchive.maximumDepth) levels, or in a circle")
    }

    private func leaf(_ entry: PMTilesDirectory.Entry) throws(UnusableFile) -> PMTilesDirectory {
        if let known = leaves.withLock({ $0.directory(at: entry.offset) }) { return known }
        let bytes = try PMTilesArchive.read(
            entry.offset, UInt64(entry.length), in: header.leaves, header.directoryEncoding,
            upTo: PMTilesDirectory.maximumLength, file)
        let directory = try PMTilesDirectory(bytes, in: header)
        leaves.withLock { $0.insert(directory, at: entry.offset) }
        return directory
    }

    private static func read(
        _ offset: UInt64, _ length: UInt64, in section: PMTilesHeader.Section, _ encoding: ContentEncoding,
        upTo limit: Int, _ file: RandomAccessFile
    ) throws(UnusableFile) -> [UInt8] {
        guard let start = section.start(of: offset, length: length) else { throw .truncated }
        guard length <= UInt64(limit) else {
            throw .malformed("a directory or a tile has \(length) bytes, and \(limit) are allowed")
        }
        let bytes = try file.read(Int(length), at: start)
        guard bytes.count == Int(length) else { throw .truncated }
        do throws(EdgeError) {
            return try encoding.decode(bytes, limit: limit)
        } catch {
            throw .malformed("its \(encoding.rawValue) data cannot be unpacked into \(limit) bytes")
        }
    }
}

extension UnusableFile {
    static func malformed(_ what: String) -> UnusableFile {
        UnusableFile("is no sound PMTiles archive: \(what); make it anew, or look at it with `pmtiles verify`")
    }

    static let truncated = UnusableFile(
        "is shorter than its header says, so a part of it is missing; copy it again, whole")
}
