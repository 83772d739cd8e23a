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
            throw .cannotOpen(path: path, reason: lastSystemError())
        }
        // Refused on a file of another owner; whether that one can be used is for SQLite to find out.
        _ = chmod(path, 0o600)
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
            throw .cannotOpen(path: folder.path, reason: error.localizedDescription)
        }
    }

    /// Removes a file and what SQLite puts beside it.
    static func remove(_ database: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database.path + suffix) }
    }

    /// Removes what SQLite puts beside a database, but not the database.
    static func removeSideFiles(of database: URL) throws(StorageError) {
        for suffix in ["-wal", "-shm", "-journal"] where unlink(database.path + suffix) != 0 && errno != ENOENT {
            throw .cannotOpen(path: database.path + suffix, reason: lastSystemError())
        }
    }

    /// Puts `new` in the place of `old` at once and durably.
    static func replace(_ old: URL, with new: URL) throws(StorageError) {
        try synchronize(new)
        guard rename(new.path, old.path) == 0 else { throw .cannotOpen(path: old.path, reason: lastSystemError()) }
        try synchronize(old.deletingLastPathComponent())
    }

    private static func synchronize(_ fileOrFolder: URL) throws(StorageError) {
        let descriptor = open(fileOrFolder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotOpen(path: fileOrFolder.path, reason: lastSystemError()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotOpen(path: fileOrFolder.path, reason: lastSystemError()) }
    }
}
