// A schema whose tables are gone is not made anew by itself, as a file is not.

import Foundation
import Isolation
import Testing

@testable import Storage

@Suite("A lost schema", needsPostgreSQL, .timeLimit(.minutes(10)))
struct LostSchemaTests {
    private let schema: ScratchSchema
    private let folder: TemporaryFolder

    init() throws {
        schema = try ScratchSchema()
        folder = try TemporaryFolder()
    }

    private var mark: DatabaseMark { DatabaseMark(of: folder.url.appendingPathComponent("notes.sqlite")) }

    private func open() throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(on: schema.address, schema.options, migrations: [.notes], mark: mark)
    }

    private func lose() throws {
        let name = schema.options.schema ?? ""
        try schema.connection().runScript("DROP SCHEMA \(name) CASCADE; CREATE SCHEMA \(name)")
    }

    @Test("It is refused in words, until the operator says that a new one may be made")
    func lost() async throws {
        let database = try open()
        try await database.write { try $0.addNote("kept") }
        try database.close()
        try open().close()
        try lose()
        for _ in 1...2 {
            let failure = storageError { _ = try open() }
            #expect(failure.name == "missing")
            let words = failure?.description(for: "toy") ?? ""
            #expect(words.contains(schema.options.schema ?? "-") && words.contains("means of PostgreSQL"), "\(words)")
            #expect(words.contains("`toy new-database notes`"))
        }
        try mark.allowNewDatabase()
        let new = try open()
        #expect(try await new.read { try $0.notes() } == [])
        try new.close()
        try lose()
        #expect(storageError { _ = try open() }.name == "missing", "the new one is guarded as well")
    }

    @Test("Several processes that share a folder may open a new one at once")
    func atOnce() async throws {
        let databases = try await withThrowingTaskGroup(of: ServiceDatabase.self) { group in
            for _ in 0..<4 { group.addTask { try open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for database in databases { try database.close() }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("keys").path)
                == ["notes.database"], "nothing is left beside the mark")
    }
}
