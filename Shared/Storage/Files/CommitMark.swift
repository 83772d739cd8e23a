// What says, beside a database, which commit was the latest: so that the next opening notices a log that is lost or cut.

import Foundation

/// The file `<database>-commit`: where in the write-ahead log the latest commit ends, or nothing while the log holds
/// none that matters.
///
/// The log holds what was committed and is not in the database file yet. Where it is removed or cut while nobody has it
/// open, SQLite goes on without what it held, and says nothing. The mark is written after each commit and not
/// synchronised: after a power loss an earlier commit may stand in it, which the log has as well.
///
/// `@unchecked Sendable`: touched by one thread at a time, like the connection that it belongs to.
final class CommitMark: @unchecked Sendable {
    private let url: URL
    private let descriptor: Int32
    private let log: URL
    private var logDescriptor: Int32 = -1
    /// A frame of the log, for its header and its page.
    private var frame: [UInt8]

    private static func url(of database: URL) -> URL { URL(fileURLWithPath: database.path + suffix) }

    /// Behind the name of the database, as SQLite names its own files beside one.
    static let suffix = "-commit"

    /// Makes the mark, without a commit, in the place of one from before.
    ///
    /// - Throws: `StorageError` when the file cannot be made.
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

    /// Notes the commit that ends with a frame of the log. Where that fails the mark says less than there is.
    func record(frames: Int) {
        if logDescriptor < 0 { logDescriptor = open(log.path, O_RDONLY | O_CLOEXEC) }
        let place = LogFile.header + (frames - 1) * frame.count
        guard frames > 0, pread(logDescriptor, &frame, frame.count, off_t(place)) == frame.count else { return }
        write(frame.withUnsafeBytes { LoggedCommit(number: frames, frame: $0).bytes })
    }

    /// Notes, on disk, that what the log holds does not matter any more. False when that fails.
    func forget() -> Bool { write(LoggedCommit.none) && fsync(descriptor) == 0 }

    /// Removes the mark, once the log is in the database file.
    func remove() { unlink(url.path) }

    @discardableResult
    private func write(_ bytes: [UInt8]) -> Bool { pwrite(descriptor, bytes, bytes.count, 0) == bytes.count }

    /// Whether the commit that the mark of a database names is neither in its log nor in its file. To be asked before
    /// SQLite opens the file.
    static func isCommitLost(from database: URL) -> Bool {
        guard let mark = try? Data(contentsOf: url(of: database)),
            let commit = mark.withUnsafeBytes({ LoggedCommit($0) })
        else { return false }
        // A log that has begun anew did so when all of the one before was in the file.
        if let log = LogFile(of: database), log.salt != commit.salt || log.reaches(commit) { return false }
        // Another program may have copied the log into the file.
        return !commit.isInFile(database)
    }
}

/// A commit as the frame of the log tells of it that it ends with.
struct LoggedCommit: Hashable {
    /// Counted from 1.
    let number: UInt32
    /// Tells the log from those before and after it.
    let salt: UInt64
    /// The sum of all frames up to this one.
    let sum: LogSum
    /// The page of the file that the frame has, counted from 1, with its length in bytes and its own sum.
    let page: UInt32
    let pageSize: UInt32
    let pageSum: LogSum

    /// The bytes of a mark without a commit.
    static let none = [UInt8](repeating: 0, count: 9 * 4)

    init(number: Int, frame: UnsafeRawBufferPointer) {
        let content = UnsafeRawBufferPointer(rebasing: frame[LogFile.frameHeader...])
        self.number = UInt32(truncatingIfNeeded: number)
        (page, salt, sum) = (frame.word(at: 0), frame.longWord(at: 8), LogSum(storedIn: frame, at: 16))
        (pageSize, pageSum) = (UInt32(truncatingIfNeeded: content.count), LogSum(of: content))
    }

    /// Nil for a mark without a commit.
    init?(_ mark: UnsafeRawBufferPointer) {
        guard mark.count == LoggedCommit.none.count, mark.word(at: 0) > 0 else { return nil }
        (number, salt, sum) = (mark.word(at: 0), mark.longWord(at: 4), LogSum(storedIn: mark, at: 12))
        (page, pageSize, pageSum) = (mark.word(at: 20), mark.word(at: 24), LogSum(storedIn: mark, at: 28))
    }

    /// As it stands in a mark.
    var bytes: [UInt8] {
        let (high, low) = (UInt32(truncatingIfNeeded: salt >> 32), UInt32(truncatingIfNeeded: salt))
        let words = [number, high, low, sum.first, sum.second, page, pageSize, pageSum.first, pageSum.second]
        return words.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
    }

    /// Whether its page stands in a database file as it was committed.
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
