// Small files beside databases: complete and on disk, or not there.

public import Foundation

/// A small file, for its owner only, that is complete and on disk under its name or is not there.
public enum SmallFile {
    /// Puts `text` into the file, in the place of what was there.
    ///
    /// - Throws: `cannotOpen`, `diskFull`, `readOnly`.
    public static func write(_ text: String, to file: URL) throws(StorageError) {
        try write(Data(text.utf8), to: file)
    }

    /// Puts `bytes` into the file, in the place of what was there; leaves nothing beside it, also when that fails.
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

    /// Makes a file that is not there; leaves one alone that is, as when another process makes it at the same moment.
    static func create(_ bytes: Data, at file: URL) throws(StorageError) {
        try DatabaseFiles.makeFolder(file.deletingLastPathComponent())
        // Nobody else writes to it.
        let draft = file.appendingPathExtension("new-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        defer { unlink(draft.path) }
        try DatabaseFiles.write(bytes, to: draft)
        // Unlike a renamed file, a linked one never takes the place of another.
        guard link(draft.path, file.path) == 0 || errno == EEXIST else { throw .failedWrite(to: file) }
        try DatabaseFiles.synchronize(file.deletingLastPathComponent())
    }

    /// Removes the file, on disk too; does nothing when there is none.
    ///
    /// - Throws: `cannotOpen`.
    public static func remove(_ file: URL) throws(StorageError) {
        guard unlink(file.path) == 0 else {
            if errno == ENOENT { return }
            throw .cannotOpen(path: file.path, reason: lastSystemError())
        }
        try DatabaseFiles.synchronize(file.deletingLastPathComponent())
    }
}
