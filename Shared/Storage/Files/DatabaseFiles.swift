// No code in this file may open a file that SQLite has open: closing such a descriptor would release SQLite's locks.

public import Foundation
import Synchronization

/// Creates, replaces and removes the files of an SQLite database.
package enum DatabaseFiles {
    /// Makes the folder (0700) and an empty file (0600) if missing; SQLite gives its side files that mode. Other users
    /// lose their rights to an existing file. An existing folder is left alone, because it may contain other things.
    static func prepare(_ database: URL) throws(StorageError) {
        try makeFolder(database.deletingLastPathComponent())
        let path = database.path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw .failedWrite(to: database)
        }
        // This fails for a file of another owner. SQLite then finds out whether such a file is usable.
        _ = chmod(path, 0o600)
    }

    package static func isMissing(_ database: URL) -> Bool {
        var status = stat()
        return stat(database.path, &status) != 0 ? errno == ENOENT : status.st_size == 0
    }

    static func write(_ bytes: Data, to file: URL) throws(StorageError) {
        unlink(file.path)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failedWrite(to: file) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .failedWrite(to: file) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw .failedWrite(to: file) }
    }

    /// The free space of a file's disk in bytes, and whether the disk is read-only; nil if they are unknown.
    package static func space(at file: URL) -> (free: UInt64, isReadOnly: Bool)? {
        var facts = statvfs()
        guard statvfs(file.deletingLastPathComponent().path, &facts) == 0 else { return nil }
        return (UInt64(facts.f_bavail) * UInt64(facts.f_frsize), facts.f_flag & UInt(ST_RDONLY) != 0)
    }

    struct Identity: Hashable {
        private let device: UInt64
        private let file: UInt64

        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, file) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        }
    }

    package static func makeFolder(_ folder: URL) throws(StorageError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DatabaseFiles.space(at: folder.appendingPathComponent("-"))?.free == 0
                ? .diskFull(path: folder.path)
                : .cannotOpen(path: folder.path, reason: error.localizedDescription)
        }
    }

    private static let sideFiles = ["-wal", "-shm", "-journal", CommitMark.suffix]

    /// Removes a database with its side files.
    package static func remove(_ database: URL) { for suffix in [""] + sideFiles { unlink(database.path + suffix) } }

    /// Removes the side files, and keeps the database.
    package static func removeSideFiles(of database: URL) throws(StorageError) {
        for suffix in sideFiles where unlink(database.path + suffix) != 0 && errno != ENOENT {
            throw .cannotOpen(path: database.path + suffix, reason: lastSystemError())
        }
    }

    /// Replaces `old` with `new` atomically and durably.
    package static func replace(_ old: URL, with new: URL) throws(StorageError) {
        try synchronize(new)
        guard rename(new.path, old.path) == 0 else { throw .cannotOpen(path: old.path, reason: lastSystemError()) }
        try synchronize(old.deletingLastPathComponent())
    }

    static func synchronize(_ fileOrFolder: URL) throws(StorageError) {
        let descriptor = open(fileOrFolder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path: fileOrFolder.path, reason: lastSystemError()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotOpen(path: fileOrFolder.path, reason: lastSystemError()) }
    }
}

extension StorageError {
    /// Creates the error for errno after a failed write.
    static func failedWrite(to file: URL) -> StorageError {
        switch errno {
        case ENOSPC, EDQUOT: .diskFull(path: file.path)
        case EROFS: .readOnly(path: file.path)
        default: .cannotOpen(path: file.path, reason: lastSystemError())
        }
    }
}

/// Writes and removes a small file, which only its owner may read, atomically and durably.
public enum SmallFile {
    /// Replaces the file with `text`. Throws `cannotOpen`, `diskFull`, `readOnly`.
    public static func write(_ text: String, to file: URL) throws(StorageError) { try write(Data(text.utf8), to: file) }

    /// Replaces the file with `bytes`. Removes its draft even after a failure.
    static func write(_ bytes: Data, to file: URL) throws(StorageError) {
        try DatabaseFiles.makeFolder(file.deletingLastPathComponent())
        let draft = file.appendingPathExtension("new")
        do throws(StorageError) {
            try DatabaseFiles.write(bytes, to: draft)
            try DatabaseFiles.replace(file, with: draft)
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    /// Creates the file. An existing file stays, even if another process creates it at the same moment.
    static func create(_ bytes: Data, at file: URL) throws(StorageError) {
        try DatabaseFiles.makeFolder(file.deletingLastPathComponent())
        // The name is random, so no other process writes to the draft.
        let draft = file.appendingPathExtension("new-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        defer { unlink(draft.path) }
        try DatabaseFiles.write(bytes, to: draft)
        // Unlike a rename, a link never replaces another file.
        guard link(draft.path, file.path) == 0 || errno == EEXIST else { throw .failedWrite(to: file) }
        try DatabaseFiles.synchronize(file.deletingLastPathComponent())
    }

    /// Removes the file durably, if it exists. Throws `cannotOpen`.
    public static func remove(_ file: URL) throws(StorageError) {
        guard unlink(file.path) == 0 else {
            if errno == ENOENT { return }
            throw .cannotOpen(path: file.path, reason: lastSystemError())
        }
        try DatabaseFiles.synchronize(file.deletingLastPathComponent())
    }
}

/// A lock on a database for one process, which the kernel releases when the process ends. The lock is on a separate
/// file, because closing another descriptor of the database file would release SQLite's own locks. The lock file is
/// never removed: otherwise two processes could lock two files of the same name.
package final class DatabaseLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes the lock. Throws `alreadyOpen` if another process has it, `cannotOpen` if the lock file cannot be created.
    package init(for database: URL) throws(StorageError) {
        let path = database.path + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failedWrite(to: URL(fileURLWithPath: path)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let reason = lastSystemError()
            close(descriptor)
            throw isHeld ? .alreadyOpen(path: database.path) : .cannotOpen(path: path, reason: reason)
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    package func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // Closing is not enough: a descriptor's copy in a starting child process would keep the lock.
            flock(open, LOCK_UN)
            close(open)
            descriptor = nil
        }
    }
}

func lastSystemError() -> String { String(cString: strerror(errno)) }
