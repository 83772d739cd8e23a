// Making, guarding and moving database files. None of this opens a file that SQLite has open: closing such a descriptor
// would drop SQLite's locks.

import Foundation

/// The files on disk that make up a database.
enum DatabaseFiles {
    /// Makes the folder (0700) and an empty file (0600) where they are missing.
    ///
    /// SQLite gives its side files the mode of the database file. An existing file loses what others may do with it; an
    /// existing folder is left as it is, since it may hold other things.
    static func prepare(_ database: URL) throws(StorageError) {
        try makeFolder(database.deletingLastPathComponent())
        let path = database.path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw .failedWrite(to: database)
        }
        // Refused on a file of another owner; whether that one can be used is for SQLite to find out.
        _ = chmod(path, 0o600)
    }

    /// Whether nothing stands there: no file, or one without a byte.
    static func isMissing(_ database: URL) -> Bool {
        var status = stat()
        return stat(database.path, &status) != 0 ? errno == ENOENT : status.st_size == 0
    }

    /// Writes a whole file (0600), over what was there.
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

    /// How many bytes this user can still write where a file stands, and whether nobody can; nil when it cannot be
    /// told.
    static func space(at file: URL) -> (free: UInt64, isReadOnly: Bool)? {
        var facts = statvfs()
        guard statvfs(file.deletingLastPathComponent().path, &facts) == 0 else { return nil }
        return (UInt64(facts.f_bavail) * UInt64(facts.f_frsize), facts.f_flag & UInt(ST_RDONLY) != 0)
    }

    /// Which file it is that has a name at a moment.
    struct Identity: Hashable {
        private let device: UInt64
        private let file: UInt64

        /// Nil when there is none of the name.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, file) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        }
    }

    static func makeFolder(_ folder: URL) throws(StorageError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DatabaseFiles.space(at: folder.appendingPathComponent("-"))?.free == 0
                ? .diskFull(path: folder.path)
                : .cannotOpen(path: folder.path, reason: error.localizedDescription)
        }
    }

    /// What SQLite puts beside a database, and what says how far its log goes.
    private static let sideFiles = ["-wal", "-shm", "-journal", CommitMark.suffix]

    /// Removes a file and what stands beside it because of it.
    static func remove(_ database: URL) { for suffix in [""] + sideFiles { unlink(database.path + suffix) } }

    /// Removes what stands beside a database because of it, but not the database.
    static func removeSideFiles(of database: URL) throws(StorageError) {
        for suffix in sideFiles where unlink(database.path + suffix) != 0 && errno != ENOENT {
            throw .cannotOpen(path: database.path + suffix, reason: lastSystemError())
        }
    }

    /// Puts `new` in the place of `old` at once and durably.
    static func replace(_ old: URL, with new: URL) throws(StorageError) {
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
    /// What errno says of a file that could not be made or written.
    static func failedWrite(to file: URL) -> StorageError {
        switch errno {
        case ENOSPC, EDQUOT: .diskFull(path: file.path)
        case EROFS: .readOnly(path: file.path)
        default: .cannotOpen(path: file.path, reason: lastSystemError())
        }
    }
}
