import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Appends records to the outbox's file, and rewrites the file without old records. It holds the file open and locked.
/// Only one task may use it at a time.
///
/// A record is valid once its line is complete. After a crash, an incomplete last line is ignored; a damaged line
/// before it is skipped and counted.
final class OutboxFile<Item: OutboxItem> {
    /// The length in bytes below which the file is not rewritten while items are added.
    static var sweepLength: Int { 256 << 10 }
    /// If this many items or fewer wait, each record that removes items rewrites the file.
    private static var fewItems: Int { 100 }

    private let url: URL
    private let lock: FileLock
    private var descriptor: Int32
    /// The length of all complete lines, in bytes.
    private(set) var length = 0
    private var sweptLength = 0
    /// Whether an incomplete line may follow the complete lines.
    private var isTorn = false

    /// Locks the file for this process and reads it. Creates the file (0600) and its folder (0700) if needed.
    /// - Parameter queue: Gets all records of the file.
    /// - Throws: `storage`, also when another process has the file open, or a later version of the SDK wrote it.
    init(_ url: URL, into queue: inout OutboxQueue<Item>) throws(BaliseError) {
        self.url = url
        try PrivateFile.makeFolder(of: url)
        lock = try FileLock(beside: url)
        descriptor = try OutboxFile.descriptor(of: url)
        let bytes = try OutboxFile.read(url)
        try replay(bytes, into: &queue)
        if length == 0 { try sweep(queue) }
        // After a crash, the file may still contain items that the server has acknowledged.
        if queue.count <= OutboxFile.fewItems, length > queue.summaryBytes.count { try? sweep(queue) }
    }

    deinit { _ = close(descriptor) }

    /// Appends records, and returns when they are on the disk.
    /// - Throws: `storage`. Parts of the records may remain in the file; the next append or rewrite removes them. After
    ///   a restart, complete records count as appended.
    func append(_ records: [OutboxRecord<Item>]) throws(BaliseError) {
        guard !records.isEmpty else { return }
        if isTorn { try cut() }
        let bytes = records.flatMap(\.line)
        isTorn = true
        try write(bytes)
        length += bytes.count
        isTorn = false
    }

    /// Writes a record that removes items; the queue has applied it already. If few items are left, the file is
    /// rewritten with only these, so that delivered items do not stay on the disk.
    func settle(_ record: OutboxRecord<Item>, _ queue: OutboxQueue<Item>) throws(BaliseError) {
        if queue.count <= OutboxFile.fewItems, (try? sweep(queue)) != nil { return }
        try append([record])
    }

    /// Whether most of the file is old: it is more than twice as long as after a rewrite, and not small.
    func needsSweep(_ queue: OutboxQueue<Item>) -> Bool {
        // An entry has at most about 250 bytes, unless its device has a very long name.
        length > OutboxFile.sweepLength && length > 2 * max(sweptLength, queue.count * 250)
    }

    /// Rewrites the file with the current queue. A crash leaves either the old file or the new file.
    func sweep(_ queue: OutboxQueue<Item>) throws(BaliseError) {
        let bytes = queue.summaryBytes
        try PrivateFile.replace(url, with: Data(bytes))
        OutboxFile.keepOutOfBackups(url)
        let fresh = try OutboxFile.descriptor(of: url)
        _ = close(descriptor)
        descriptor = fresh
        length = bytes.count
        sweptLength = length
        isTorn = false
    }

    private func replay(_ bytes: [UInt8], into queue: inout OutboxQueue<Item>) throws(BaliseError) {
        var damaged = 0
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            if let record = OutboxRecord<Item>(line: line) {
                queue.apply(record)
            } else if length == 0, OutboxLine.isOfLaterVersion(line) {
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
    private static func descriptor(of url: URL) throws(BaliseError) -> Int32 {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("opened", url) }
        return descriptor
    }

    private static func read(_ url: URL) throws(BaliseError) -> [UInt8] {
        do { return Array(try Data(contentsOf: url)) } catch {
            throw .storage("\(url.path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// Keeps the file out of backups. A backup on another phone would replace newer places by old places.
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
