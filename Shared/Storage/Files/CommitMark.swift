// This file reads SQLite's write-ahead log (https://www.sqlite.org/fileformat2.html, section 4), like SQLite.

import Foundation

/// The file `<database>-commit`, which contains the end of the latest commit in the write-ahead log, or nothing. It is
/// needed because SQLite silently continues if the log is removed or truncated while the database is closed, and loses
/// the commits that are only in the log. The mark is not synchronised: after a power loss it may name an earlier
/// commit. `@unchecked Sendable`: only one thread uses it at a time.
final class CommitMark: @unchecked Sendable {
    private let url: URL
    private let descriptor: Int32
    private let log: URL
    private var logDescriptor: Int32 = -1
    private var frame: [UInt8]

    private static func url(of database: URL) -> URL { URL(fileURLWithPath: database.path + suffix) }

    static let suffix = "-commit"

    /// Replaces an old mark by a mark without a commit.
    init(of database: URL, pageSize: Int) throws(StorageError) {
        url = CommitMark.url(of: database)
        log = LogFile.url(of: database)
        frame = [UInt8](repeating: 0, count: LogFile.frameHeader + pageSize)
        try SmallFile.write(Data(LoggedCommit.none), to: url)
        descriptor = open(url.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failedWrite(to: url) }
    }

    deinit {
        close(descriptor)
        if logDescriptor >= 0 { close(logDescriptor) }
    }

    /// Writes the mark of a commit. If that fails, the mark still names an earlier commit.
    func record(frames: Int) {
        if logDescriptor < 0 { logDescriptor = open(log.path, O_RDONLY | O_CLOEXEC) }
        let place = LogFile.header + (frames - 1) * frame.count
        guard frames > 0, pread(logDescriptor, &frame, frame.count, off_t(place)) == frame.count else { return }
        write(frame.withUnsafeBytes { LoggedCommit(number: frames, frame: $0).bytes })
    }

    /// Records durably that the log's content no longer matters. Returns false if that fails.
    func forget() -> Bool { write(LoggedCommit.none) && fsync(descriptor) == 0 }

    func remove() { unlink(url.path) }

    @discardableResult
    private func write(_ bytes: [UInt8]) -> Bool { pwrite(descriptor, bytes, bytes.count, 0) == bytes.count }

    /// Whether the marked commit is neither in its log nor in its file. Must be called before SQLite opens the file.
    static func isCommitLost(from database: URL) -> Bool {
        guard let mark = try? Data(contentsOf: url(of: database)),
            let commit = mark.withUnsafeBytes({ LoggedCommit($0) })
        else { return false }
        // A log starts again, with another salt, only when the previous log was merged into the file.
        if let log = LogFile(of: database), log.salt != commit.salt || log.reaches(commit) { return false }
        // Another program may have merged the missing part of the log into the database file.
        return !commit.isInFile(database)
    }
}

/// A commit, identified by its last frame in the log.
struct LoggedCommit: Hashable {
    /// The frame's number, counted from 1.
    let number: UInt32
    let salt: UInt64
    /// The checksum of all frames up to this one.
    let sum: LogSum
    /// The page in the frame, counted from 1, with its length in bytes and its own checksum.
    let page: UInt32
    let pageSize: UInt32
    let pageSum: LogSum

    static let none = [UInt8](repeating: 0, count: 9 * 4)

    init(number: Int, frame: UnsafeRawBufferPointer) {
        let content = UnsafeRawBufferPointer(rebasing: frame[LogFile.frameHeader...])
        self.number = UInt32(truncatingIfNeeded: number)
        (page, salt, sum) = (frame.word(at: 0), frame.longWord(at: 8), LogSum(storedIn: frame, at: 16))
        (pageSize, pageSum) = (UInt32(truncatingIfNeeded: content.count), LogSum(of: content))
    }

    init?(_ mark: UnsafeRawBufferPointer) {
        guard mark.count == LoggedCommit.none.count, mark.word(at: 0) > 0 else { return nil }
        (number, salt, sum) = (mark.word(at: 0), mark.longWord(at: 4), LogSum(storedIn: mark, at: 12))
        (page, pageSize, pageSum) = (mark.word(at: 20), mark.word(at: 24), LogSum(storedIn: mark, at: 28))
    }

    var bytes: [UInt8] {
        let (high, low) = (UInt32(truncatingIfNeeded: salt >> 32), UInt32(truncatingIfNeeded: salt))
        let words = [number, high, low, sum.first, sum.second, page, pageSize, pageSum.first, pageSum.second]
        return words.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
    }

    func isInFile(_ database: URL) -> Bool {
        let descriptor = open(database.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, page > 0 else { return false }
        defer { close(descriptor) }
        var content = [UInt8](repeating: 0, count: Int(pageSize))
        let place = off_t(page - 1) * off_t(pageSize)
        guard pread(descriptor, &content, content.count, place) == content.count else { return false }
        return content.withUnsafeBytes { LogSum(of: $0) } == pageSum
    }
}

struct LogFile {
    /// The number of bytes before the first frame of a log, and before the page in each frame.
    static let header = 32
    static let frameHeader = 24

    let salt: UInt64
    private let bytes: Data
    private let isBigEndian: Bool
    private let pageSize: Int
    private let headerSum: LogSum

    static func url(of database: URL) -> URL { URL(fileURLWithPath: database.path + "-wal") }

    /// Reads the log's header; nil if there is no log, or SQLite would ignore it.
    init?(of database: URL) {
        guard let bytes = try? Data(contentsOf: LogFile.url(of: database), options: .alwaysMapped),
            bytes.count >= LogFile.header
        else { return nil }
        let header: (magic: UInt32, pageSize: Int, salt: UInt64, sum: LogSum)? = bytes.withUnsafeBytes { bytes in
            let header = UnsafeRawBufferPointer(rebasing: bytes[..<LogFile.header])
            let magic = header.word(at: 0)
            guard magic & ~1 == LogFile.magic else { return nil }
            let sum = LogSum(of: UnsafeRawBufferPointer(rebasing: header[..<24]), isBigEndian: magic & 1 == 1)
            guard sum == LogSum(storedIn: header, at: 24) else { return nil }
            return (magic, Int(header.word(at: 8)), header.longWord(at: 16), sum)
        }
        guard let header, header.pageSize > 0 else { return nil }
        (self.bytes, salt, pageSize, headerSum) = (bytes, header.salt, header.pageSize, header.sum)
        isBigEndian = header.magic & 1 == 1
    }

    /// The first number of a log. Its last bit is the byte order of the checksums.
    private static let magic: UInt32 = 0x377f_0682

    /// Whether SQLite reads up to the last frame of a commit in this log.
    func reaches(_ commit: LoggedCommit) -> Bool {
        let size = LogFile.frameHeader + pageSize
        guard bytes.count >= LogFile.header + Int(commit.number) * size else { return false }
        return bytes.withUnsafeBytes { bytes in
            var sum = headerSum
            for place in stride(from: LogFile.header, to: LogFile.header + Int(commit.number) * size, by: size) {
                let frame = UnsafeRawBufferPointer(rebasing: bytes[place..<place + size])
                sum.add(UnsafeRawBufferPointer(rebasing: frame[..<8]), isBigEndian: isBigEndian)
                sum.add(UnsafeRawBufferPointer(rebasing: frame[LogFile.frameHeader...]), isBigEndian: isBigEndian)
                guard frame.longWord(at: 8) == salt, sum == LogSum(storedIn: frame, at: 16) else { return false }
            }
            return sum == commit.sum
        }
    }
}

struct LogSum: Hashable {
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0

    init(of bytes: UnsafeRawBufferPointer, isBigEndian: Bool = false) { add(bytes, isBigEndian: isBigEndian) }

    init(storedIn bytes: UnsafeRawBufferPointer, at place: Int) {
        (first, second) = (bytes.word(at: place), bytes.word(at: place + 4))
    }

    /// Adds bytes. Their number must be a multiple of eight.
    mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
        for place in stride(from: 0, to: bytes.count, by: 8) {
            let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let other = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
            first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
            second &+= (isBigEndian ? other.bigEndian : other.littleEndian) &+ first
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Reads a big-endian number, as in SQLite's files.
    func word(at place: Int) -> UInt32 { loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian }

    func longWord(at place: Int) -> UInt64 { loadUnaligned(fromByteOffset: place, as: UInt64.self).bigEndian }
}
