// The outbox's file: appends records, cuts off a line that a crash left incomplete, and rewrites itself without old
// records.

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Holds the file of an outbox open and locked. One task at a time may use it.
///
/// A process can be killed, and the power can fail, at any moment. A record counts once its line is complete, so an
/// incomplete last line after a crash is ignored. A damaged line before the last is skipped and counted.
final class OutboxFile {
    /// A file shorter than this, in bytes, is not rewritten while places are taken in.
    static let sweepLength = 256 << 10
    /// While at most so many places wait, the file is rewritten with each record that takes places out of the queue.
    static let fewPlaces = 100

    private let url: URL
    private let lock: FileLock
    private var descriptor: Int32
    /// The length of all whole lines, in bytes.
    private(set) var length = 0
    /// The length that the file had when it was last rewritten.
    private var sweptLength = 0
    /// Whether there may be an incomplete line after the complete ones.
    private var isTorn = false

    /// Takes the file for this process and reads what is in it. The file (0600) and its folder (0700) are made when
    /// there are none.
    ///
    /// - Parameter queue: Gets all records of the file.
    /// - Throws: `storage`, also when another process has the file, or a later version of the SDK wrote it.
    init(_ url: URL, into queue: inout OutboxQueue) throws(BaliseError) {
        self.url = url
        try FileLock.makeFolder(of: url)
        lock = try FileLock(beside: url)
        descriptor = try OutboxFile.open(url)
        let bytes = try OutboxFile.read(url)
        try replay(bytes, into: &queue)
        if length == 0 { try sweep(queue) }
        // A version of the app before, or a crash, may have left places that the server has.
        if queue.count <= OutboxFile.fewPlaces, length > queue.summaryBytes.count { try? sweep(queue) }
    }

    deinit { _ = close(descriptor) }

    /// Appends records, and returns when they are on the disk.
    ///
    /// - Throws: `storage`; then the file holds none of them, or will hold none as soon as it can be written again.
    func append(_ records: [OutboxRecord]) throws(BaliseError) {
        guard !records.isEmpty else { return }
        if isTorn { try cut() }
        let bytes = records.flatMap(\.line)
        isTorn = true
        try write(bytes)
        length += bytes.count
        isTorn = false
    }

    /// Keeps a record that the queue has taken in already, and that takes places out of it. Where few are left, the file
    /// holds only these from then on: a place that the server has does not stay on the disk.
    func settle(_ record: OutboxRecord, _ queue: OutboxQueue) throws(BaliseError) {
        if queue.count <= OutboxFile.fewPlaces, (try? sweep(queue)) != nil { return }
        try append([record])
    }

    /// Whether most of the file is old: it is more than twice as long as it would be after a sweep.
    func needsSweep(_ queue: OutboxQueue) -> Bool {
        // An entry is a line of about 250 bytes at most unless its device has a very long name.
        length > OutboxFile.sweepLength && length > 2 * max(sweptLength, queue.count * 250)
    }

    /// Rewrites the file with what the queue holds now. A crash leaves either the old file or the new one.
    func sweep(_ queue: OutboxQueue) throws(BaliseError) {
        let bytes = queue.summaryBytes
        try PrivateFile.write(Data(bytes), to: url)
        OutboxFile.keepOutOfBackups(url)
        let fresh = try OutboxFile.open(url)
        _ = close(descriptor)
        descriptor = fresh
        length = bytes.count
        sweptLength = length
        isTorn = false
    }

    private func replay(_ bytes: [UInt8], into queue: inout OutboxQueue) throws(BaliseError) {
        var damaged = 0
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            if let record = OutboxRecord(line: line) {
                queue.apply(record)
            } else if length == 0, OutboxRecord.isOfLaterVersion(line) {
                throw .storage("\(url.path) was written by a later version of the app; update the app to read it")
            } else {
                damaged += 1
            }
            rest = rest[(end + 1)...]
            length = end + 1
        }
        isTorn = !rest.isEmpty
        queue.countDamage(damaged)
    }

    private func cut() throws(BaliseError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw OutboxFile.failure("shortened", url) }
        isTorn = false
    }

    private func write(_ bytes: [UInt8]) throws(BaliseError) {
        var written = 0
        while written < bytes.count {
            let more = bytes[written...].withUnsafeBytes { rest in
                pwrite(descriptor, rest.baseAddress, rest.count, off_t(length + written))
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { throw OutboxFile.failure("written", url) }
            written += more
        }
        guard fsync(descriptor) == 0 else { throw OutboxFile.failure("written", url) }
    }
}

extension OutboxFile {
    private static func open(_ url: URL) throws(BaliseError) -> Int32 {
        let descriptor = systemOpen(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("opened", url) }
        return descriptor
    }

    private static func read(_ url: URL) throws(BaliseError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: url))
        } catch {
            throw .storage("\(url.path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// What waits on this phone is for this phone to send: brought back from a backup, it would go over newer places.
    private static func keepOutOfBackups(_ url: URL) {
        #if canImport(Darwin)
            var file = url
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? file.setResourceValues(values)
        #endif
    }

    private static func failure(_ what: String, _ url: URL) -> BaliseError {
        .storage("\(url.path) cannot be \(what): \(String(cString: strerror(errno)))")
    }
}

/// `open(2)`, by a name that the file's own functions do not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
