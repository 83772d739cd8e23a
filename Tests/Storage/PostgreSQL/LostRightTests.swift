@testable import Storage

@Suite("A table that the role may not use", needsPostgreSQL, .timeLimit(.minutes(10))) struct LostRightTests {
    /// A schema whose service has a role of its own, as the rights of the tests' role cannot be taken.
    private struct Restricted {
        let schema: ScratchSchema
        let database: ServiceDatabase
        let owner: PostgreSQLConnection
        let role: String
        private var name: String { schema.options.schema ?? "" }

        init(failureStands: Duration) throws {
            schema = try ScratchSchema()
            role = "role_\(UInt32.random(in: 0 ... .max))"
            owner = schema.connection()
            let name = schema.options.schema ?? ""
            var storage = StorageOptions()
            storage.writeCheckInterval = .zero
            storage.failureStands = failureStands
            // It owns what it makes; a right to its own table can be taken from an owner, too.
            try owner.runScript("CREATE ROLE \(role) LOGIN; GRANT USAGE, CREATE ON SCHEMA \(name) TO \(role)")
            let address = schema.server.address().replacing("balise@", with: "\(role)@")
            database = try ServiceDatabase.open(
                on: PostgreSQLAddress(address), schema.options, migrations: [.notes], options: storage)
        }

        func take(_ right: String) throws { try owner.runScript("REVOKE \(right) ON \(name).notes FROM \(role)") }
        func give(_ right: String) throws { try owner.runScript("GRANT \(right) ON \(name).notes TO \(role)") }

        func end() throws {
            try database.close()
            try owner.runScript("DROP OWNED BY \(role); DROP ROLE \(role)")
        }
    }

    @Test("stops writes with an error that names role, schema, table and right, until one succeeds")
    func writes() async throws {
        let restricted = try Restricted(failureStands: .seconds(3600))
        let database = restricted.database
        try await database.write { try $0.addNote("a") }
        try restricted.take("INSERT")
        let failure = await storageError { try await database.write { try $0.addNote("b") } }
        let text = try #require(failure?.description)
        for part in [restricted.role, restricted.schema.options.schema ?? "-", "table notes", "GRANT", "INSERT"] {
            #expect(text.contains(part), "\(text)")
        }
        // The check's own table can be written all the time.
        for _ in 0..<2 { #expect(await database.findObstacle() == failure) }
        let results = await inOneBatch(of: database, ["c", "d"].map { text in { @Sendable in try $0.addNote(text) } })
        for result in results { #expect(storageError { try result.get() }.name == "tablesUnusable") }
        #expect(await database.findObstacle().name == "tablesUnusable")
        try restricted.give("INSERT")
        try await database.write { try $0.addNote("e") }
        #expect(await database.findObstacle() == nil)
        #expect(try await database.read { try $0.notes() } == ["a", "e"])
        try restricted.end()
    }

    @Test("is no obstacle after a time without such writes")
    func bounded() async throws {
        let restricted = try Restricted(failureStands: .zero)
        try restricted.take("INSERT")
        let failure = await storageError { try await restricted.database.write { try $0.addNote("a") } }
        #expect(failure.name == "tablesUnusable")
        #expect(await restricted.database.findObstacle() == nil)
        try restricted.end()
    }

    @Test("is reported if it cannot be read, and is no defect of the service")
    func reads() async throws {
        let restricted = try Restricted(failureStands: .seconds(3600))
        let database = restricted.database
        try restricted.take("SELECT")
        for isSnapshot in [false, true] {
            let failure = await storageError {
                _ =
                    isSnapshot
                    ? try await database.readSnapshot { try $0.notes() } : try await database.read { try $0.notes() }
            }
            #expect(failure.name == "tablesUnusable")
            #expect(await database.findObstacle() == failure)
            let answer = StoreFailure<Never>(try #require(failure)).answer
            #expect(answer?.code == .unavailable && answer?.retryAfter == 60)
            #expect(answer?.message.contains("part of its database") == true)
        }
        try restricted.end()
    }

    @Test("A missing table is reported in the same way")
    func gone() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open()
        try schema.connection().runScript("DROP TABLE notes")
        let failure = await storageError { try await database.write { try $0.addNote("a") } }
        #expect(failure.name == "tablesUnusable")
        #expect(failure?.description.contains(schema.options.schema ?? "-") == true)
        #expect(await database.findObstacle() == failure)
        try database.close()
    }
}

@Suite("A lost schema", needsPostgreSQL, .timeLimit(.minutes(10))) struct LostSchemaTests {
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

    @Test("It is refused with advice until the operator allows a new one")
    func lost() async throws {
        try await open().used { try await $0.write { try $0.addNote("kept") } }
        try open().close()
        try lose()
        for _ in 1...2 {
            let failure = storageError { _ = try open() }
            #expect(failure.name == "missing")
            let words = failure?.description(for: "toy") ?? ""
            #expect(words.contains(schema.options.schema ?? "-") && words.contains("tools of PostgreSQL"), "\(words)")
            #expect(words.contains("`toy new-database notes`"))
        }
        try mark.allowNewDatabase()
        #expect(try await open().used { try await $0.read { try $0.notes() } } == [])
        try lose()
        #expect(storageError { _ = try open() }.name == "missing", "the new one is guarded as well")
    }

    @Test("Several processes that share a folder may open a new one at once")
    func atOnce() async throws {
        let databases = try await concurrently(4) { _ in try open() }
        for database in databases { try database.close() }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("keys").path)
                == ["notes.database"], "nothing is left beside the mark")
    }
}
