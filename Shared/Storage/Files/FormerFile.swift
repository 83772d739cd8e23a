public import Foundation
public import Models

/// Names and keeps database files that a restore or a move has replaced.
public enum FormerFile {
    /// The part of the name of a file that was replaced by a restore, or by data that returned from PostgreSQL.
    static let replaced = ".before-"
    static let moved = ".moved-"

    static func url(of file: URL, _ suffix: String = replaced, at moment: Date) -> URL {
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted, timeZone: .gmt)
        var url = URL(fileURLWithPath: file.path + suffix + moment.formatted(style))
        while FileManager.default.fileExists(atPath: url.path) { url = URL(fileURLWithPath: url.path + "-2") }
        return url
    }

    /// A warning about replaced files beside a database, because no erasure reaches them.
    public static func finding(beside database: URL) -> HealthFinding {
        let folder = database.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let kept = names.filter { name in
            [replaced, moved].contains { name.hasPrefix(database.lastPathComponent + $0) } && !name.hasSuffix("-wal")
        }
        guard !kept.isEmpty else { return .ok("no copy from before a restore or a move is kept") }
        let shown = kept.sorted().map { name in
            let file = folder.appendingPathComponent(name)
            let bytes = size(of: file) + size(of: LogFile.url(of: file))
            return "\(name) (\((bytes + (1 << 20) - 1) >> 20) MiB)"
        }
        return .warning(
            "copies from before a restore or a move, with the data of users who were erased since: "
                + shown.joined(separator: ", "), "delete those that you no longer need")
    }

    private static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }

    /// Keeps a file that will be replaced, and returns its second name; nil if the file does not exist. Throws
    /// `cannotOpen`, `diskFull`, `readOnly`.
    public static func keep(_ file: URL, at moment: Date) throws(StorageError) -> URL? {
        let kept = url(of: file, at: moment)
        return try keep(file, as: kept) ? kept : nil
    }

    /// Gives a file a second name. Returns false if the file does not exist.
    static func keep(_ file: URL, as kept: URL) throws(StorageError) -> Bool {
        guard link(file.path, kept.path) == 0 else {
            if errno == ENOENT { return false }
            throw .failedWrite(to: kept)
        }
        try DatabaseFiles.synchronize(kept.deletingLastPathComponent())
        return true
    }
}
