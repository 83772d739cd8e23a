public import Foundation
import GRDBSQLite

/// Recognises databases of builds before version 1, whose tables this program does not know, and refuses the files.
public enum EarlierBuild {
    /// The `application_id` in the header of this program's files: "Bal1" in ASCII.
    static let applicationID: Int64 = 0x4261_6c31

    /// Throws `earlierBuild` for a file of such a build or another program, and changes nothing in the folder. If
    /// SQLite cannot read the file, this does nothing: opening the file will report that.
    public static func refuse(_ file: URL) throws(StorageError) {
        guard !DatabaseFiles.isMissing(file) else { return }
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        // SQLite reads an immutable file without its log and without locks. The header is written before them.
        let place = file.absoluteURL.absoluteString + "?immutable=1"
        guard sqlite3_open_v2(place, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil) == SQLITE_OK,
            let number = texts("PRAGMA application_id", handle).first, number != "\(applicationID)"
        else { return }
        // The list is empty if the names are only in the log. The error then names no migration.
        let names = texts("SELECT identifier FROM grdb_migrations ORDER BY rowid", handle)
        throw .earlierBuild(path: file.path, found: history(names))
    }

    static func history(_ names: [String]) -> String {
        names.first.map { "its first migration is \"\($0)\"" } ?? "it names no version"
    }

    private static func texts(_ query: String, _ handle: OpaquePointer?) -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else { return [] }
        var texts: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            if let text = sqlite3_column_text(statement, 0) { texts.append(String(cString: text)) }
        }
        return texts
    }
}
