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
