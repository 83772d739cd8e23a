import Foundation

/// The bytes of an RDB file, read in chunks. Its memory does not grow with the file.
final class RDBBytes {
    private static let chunkBytes = 1 << 18

    private let handle: FileHandle
    private let path: String
    /// The size of the file in bytes when it was opened.
    let count: Int
    private var chunk: [UInt8] = []
    /// The offset of the chunk in the file.
    private var start = 0
    private var place = 0
    /// The checksum so far; nil while bytes may be skipped.
    private var checksum: CRC64?
    /// The index of the first byte of the chunk that is not in the checksum yet.
    private var unchecked = 0

    init(_ path: String) throws(RedisError) {
        self.path = path
        guard let handle = FileHandle(forReadingAtPath: path), let end = try? handle.seekToEnd(),
            (try? handle.seek(toOffset: 0)) != nil
        else {
            throw RedisError("cannot read the file \(path); is it a file, and may you read it?")
        }
        (self.handle, count) = (handle, Int(end))
    }

    var offset: Int { start + place }
    var remaining: Int { count - offset }

    /// Goes to the beginning of the file. With `isChecking`, all bytes from there on are added to the checksum.
    func rewind(isChecking: Bool) throws(RedisError) {
        checksum = nil
        try seek(to: 0)
        checksum = isChecking ? CRC64() : nil
    }

    /// Goes to an offset. Must not be called while there is a checksum.
    func seek(to offset: Int) throws(RedisError) {
        if (start...start + chunk.count).contains(offset) {
            place = offset - start
        } else {
            do { try handle.seek(toOffset: UInt64(offset)) } catch { throw unreadable }
            (chunk, start, place) = ([], offset, 0)
        }
        unchecked = place
    }

    func next() throws(RedisError) -> UInt8 {
        if place == chunk.count { try refill() }
        defer { place += 1 }
        return chunk[place]
    }

    func read(_ length: Int) throws(RedisError) -> [UInt8] {
        guard length <= RedisLimits.valueBytes else {
            throw RedisError("a value in the RDB file has more than \(RedisLimits.valueBytes >> 20) MiB")
        }
        var found: [UInt8] = []
        found.reserveCapacity(length)
        while found.count < length {
            if place == chunk.count { try refill() }
            let part = chunk[place..<min(chunk.count, place + length - found.count)]
            found += part
            place += part.count
        }
        return found
    }

    func skip(_ length: Int) throws(RedisError) {
        guard length <= remaining else { throw cutOff }
        if checksum == nil { return try seek(to: offset + length) }
        var left = length
        while left > 0 {
            if place == chunk.count { try refill() }
            let part = min(chunk.count - place, left)
            place += part
            left -= part
        }
    }

    func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(RedisError) -> Number {
        littleEndian(try read(MemoryLayout<Number>.size)[...])
    }

    /// Returns the checksum of the bytes up to here; nil if no checksum was asked for.
    func takeChecksum() -> UInt64? {
        addToChecksum()
        return checksum?.value
    }

    private func refill() throws(RedisError) {
        addToChecksum()
        start += chunk.count
        let next: Data?
        do { next = try handle.read(upToCount: RDBBytes.chunkBytes) } catch { throw unreadable }
        chunk = next.map { Array($0) } ?? []
        (place, unchecked) = (0, 0)
        guard !chunk.isEmpty else { throw cutOff }
    }

    private func addToChecksum() {
        guard checksum != nil else { return }
        checksum?.add(chunk[unchecked..<place])
        unchecked = place
    }

    private var unreadable: RedisError { RedisError("the file \(path) cannot be read to its end") }
    private var cutOff: RedisError { RedisError("the RDB file is incomplete; make a new one with SAVE") }
}

func littleEndian<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
    bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
}
