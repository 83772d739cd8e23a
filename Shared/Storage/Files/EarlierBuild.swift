// Database files of builds from before version 1, which are refused and left as they are.

import Foundation
import GRDBSQLite

/// How the files of this program are told from those of builds before version 1, whose tables it does not know.
enum EarlierBuild {
    /// The `application_id` in the header of the files that this program makes: "Bali" in ASCII.
    static let applicationID: Int64 = 0x4261_6c69

    /// Throws `earlierBuild` for a SQLite file without that number, and changes nothing in its folder.
    ///
    /// A file that SQLite cannot read is for whoever opens it to report.
    static func refuse(_ file: URL) throws(StorageError) {
        guard !DatabaseFiles.isMissing(file) else { return }
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        // An immutable file is read without its log and without locks, so that nothing is made beside it. The header says
        // which build has made the file, whatever the log holds.
        let place = file.absoluteURL.absoluteString + "?immutable=1"
        guard sqlite3_open_v2(place, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil) == SQLITE_OK,
            let number = texts("PRAGMA application_id", handle).first, number != "\(applicationID)"
        else { return }
        // What stands in the log alone is missing here.
        let names = texts("SELECT identifier FROM grdb_migrations ORDER BY rowid", handle)
        throw .earlierBuild(path: file.path, found: history(names))
    }

    /// What was found, for an operator.
    static func history(_ names: [String]) -> String {
        names.first.map { "its first migration is \"\($0)\"" } ?? "it names no version"
    }

    /// The first column of a query; nothing where it cannot be read.
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
