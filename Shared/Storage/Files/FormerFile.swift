public import Foundation

/// The names of replaced files.
public enum FormerFile {
    /// The part of the name of a file that a restore or a returned move has replaced.
    static let replaced = ".before-"

    /// A free name for a file that is set aside.
    static func url(of file: URL, _ suffix: String = replaced, at moment: Date) -> URL {
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted, timeZone: .gmt)
        var url = URL(fileURLWithPath: file.path + suffix + moment.formatted(style))
        while FileManager.default.fileExists(atPath: url.path) { url = URL(fileURLWithPath: url.path + "-2") }
        return url
    }

    /// Gives a file a second name, under which it stays when it is replaced. Returns that name; nil without a file.
    ///
    /// - Throws: `cannotOpen`, `diskFull`, `readOnly`.
    public static func keep(_ file: URL, at moment: Date) throws(StorageError) -> URL? {
        let kept = url(of: file, at: moment)
        return try keep(file, as: kept) ? kept : nil
    }

    /// False without a file.
    static func keep(_ file: URL, as kept: URL) throws(StorageError) -> Bool {
        guard link(file.path, kept.path) == 0 else {
            if errno == ENOENT { return false }
            throw .failedWrite(to: kept)
        }
        try DatabaseFiles.synchronize(kept.deletingLastPathComponent())
        return true
    }
}
