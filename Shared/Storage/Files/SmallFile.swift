public import Foundation

/// A small file for its owner only, written atomically and durably.
public enum SmallFile {
    /// Replaces the file with `text`. Throws `cannotOpen`, `diskFull`, `readOnly`.
    public static func write(_ text: String, to file: URL) throws(StorageError) {
        try write(Data(text.utf8), to: file)
    }

    /// Leaves no draft, also on failure.
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

    /// An existing one stays, even if another process creates it at the same moment.
    static func create(_ bytes: Data, at file: URL) throws(StorageError) {
        try DatabaseFiles.makeFolder(file.deletingLastPathComponent())
        // No other process writes to it.
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
