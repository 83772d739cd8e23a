// Real files for the tests, gone when the test ends.

import Foundation
import Isolation
import Storage

/// A temporary folder that is removed with the value.
final class ScratchFolder: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var url: URL { folder.url }
    var database: URL { url.appendingPathComponent("notes.sqlite") }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Opens the folder's database with a table of notes.
    func open(
        _ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes], base: BaseSchema? = nil
    ) throws -> ServiceDatabase {
        try ServiceDatabase.open(at: .file(database), migrations: migrations, base: base, options: options)
    }
}

extension StorageOptions {
    /// What is written stays in the log until the database is closed.
    static var withFullLog: StorageOptions {
        var options = StorageOptions()
        options.walAutocheckpointPages = 1 << 30
        (options.logQuietTime, options.logMaximumAge) = (.seconds(3600), .seconds(3600))
        return options
    }
}

extension Migration {
    /// A table with a rule to break.
    static let notes = Migration(
        "notes", sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT")
}

extension Connection {
    func addNote(_ text: String) throws {
        try run("INSERT INTO notes (text) VALUES (\(text))")
    }

    func notes() throws -> [String] {
        try values("SELECT text FROM notes ORDER BY id")
    }

    /// The first column of the first row.
    func number(_ sql: SQL) throws -> Int64 { try value(sql) ?? -1 }

    /// The first column of the first row.
    func text(_ sql: SQL) throws -> String { try value(sql) ?? "" }
}

/// Runs `body` and gives the storage error that it ends with, nil when it ends well.
func storageError(_ body: () throws -> Void) -> StorageError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StorageError
    }
}

/// Runs `body` and gives the storage error that it ends with, nil when it ends well.
func storageError(_ body: () async throws -> Void) async -> StorageError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? StorageError
    }
}
