// Real files for the tests, gone when the test ends.

import Foundation
import GRDB
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
    func open(_ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes]) throws
        -> ServiceDatabase
    {
        try ServiceDatabase.open(at: database, migrations: migrations, options: options)
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
        let insert = try prepare("INSERT INTO notes (text) VALUES (?1)")
        try insert.bind(1, text)
        try insert.run()
    }

    func notes() throws -> [String] {
        let select = try prepare("SELECT text FROM notes ORDER BY id")
        var texts: [String] = []
        while try select.step() { texts.append(select.text(0)) }
        return texts
    }

    /// The first column of the first row.
    func number(_ sql: String) throws -> Int64 {
        let select = try prepare(sql)
        return try select.step() ? select.int64(0) : -1
    }

    /// The first column of the first row.
    func text(_ sql: String) throws -> String {
        let select = try prepare(sql)
        return try select.step() ? select.text(0) : ""
    }
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
