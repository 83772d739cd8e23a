@Suite("A full disk", .timeLimit(.minutes(10))) struct DiskFullTests {
    @Test("A database at its limit refuses writes that do not fit, keeps its data, and works again with space")
    func bound() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open(.with { $0.maximumPages = 64 })
        let acknowledged = try await fill(database, path: folder.database.path)
        #expect(try await database.read { try $0.notes() } == acknowledged)

        try await database.write { try $0.execute("DELETE FROM notes WHERE id <= 10") }
        try await database.write { try $0.addNote("room again") }
        #expect(try await database.read { try $0.notes() } == Array(acknowledged.dropFirst(10)) + ["room again"])
        try database.close()
    }

    @Test("A write that does not fit is refused alone or with its batch, and leaves nothing")
    func batch() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open(.with { $0.maximumPages = 64 })
        let huge = String(repeating: "x", count: 400_000)
        let results = await inOneBatch(
            of: database,
            (0..<6).map { number in { @Sendable in try $0.addNote(number == 3 ? huge : "note \(number)") } })
        #expect(throws: StorageError.diskFull(path: folder.database.path)) { try results[3].get() }
        let acknowledged = (0..<6).filter { number in storageError { try results[number].get() } == nil }
        #expect(try await database.read { try $0.notes() } == acknowledged.map { "note \($0)" })
        try await database.write { try $0.addNote("goes on") }
        try database.close()
    }

    @Test("A full file system has the same effect", .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
    func fileSystem() async throws {
        let disk = try SmallFileSystem(kilobytes: 1024)
        defer { disk.unmount() }
        let url = disk.folder.url.appendingPathComponent("notes.sqlite")
        let database = try ServiceDatabase.open(at: url, migrations: [.notes])
        let ballast = disk.folder.url.appendingPathComponent("ballast")
        try Data(count: 300_000).write(to: ballast)
        let acknowledged = try await fill(database, path: url.path)
        #expect(try await database.read { try $0.notes() } == acknowledged)

        try disk.free(ballast)
        try await database.write { try $0.addNote("room again") }
        try database.close()
        let reopened = try ServiceDatabase.open(at: url, migrations: [.notes])
        #expect(try await reopened.read { try $0.notes() } == acknowledged + ["room again"])
        try reopened.close()
    }

    @Test(
        "A small file or secret that does not fit leaves the old file, and no other",
        .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
    func smallFiles() throws {
        let disk = try SmallFileSystem(kilobytes: 64)
        defer { disk.unmount() }
        let (mark, copy) = (
            disk.folder.url.appendingPathComponent("mark"), disk.folder.url.appendingPathComponent("copy")
        )
        let elsewhere = try ScratchFolder()
        let secret = elsewhere.url.appendingPathComponent("some.secret")
        _ = try SecretFile(secret, name: "a secret", ifLost: "").load(isNeeded: false) {
            [UInt8](repeating: 5, count: $0)
        }
        try SmallFile.write("before\n", to: mark)
        let ballast = disk.fill()
        #expect(storageError { try SmallFile.write("after\n", to: mark) } == .diskFull(path: mark.path + ".new"))
        #expect(throws: SecretFile.Failure.self) { try SecretFile.copy(secret, to: copy) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: disk.folder.url.path).sorted() == ["ballast", "mark"])
        #expect(try String(contentsOf: mark, encoding: .utf8) == "before\n")
        try disk.free(ballast)
        try SmallFile.write("after\n", to: mark)
        try SecretFile.copy(secret, to: copy)
        #expect(try String(contentsOf: mark, encoding: .utf8) == "after\n")
        #expect(try Data(contentsOf: copy) == Data(contentsOf: secret))
    }

    private func fill(_ database: ServiceDatabase, path: String) async throws -> [String] {
        var acknowledged: [String] = []
        while acknowledged.count < 10_000 {
            let text = "note \(acknowledged.count) " + String(repeating: "x", count: 3000)
            do {
                try await database.write { try $0.addNote(text) }
            } catch {
                #expect(error as? StorageError == .diskFull(path: path))
                return acknowledged
            }
            acknowledged.append(text)
        }
        Issue.record("the disk never filled")
        return acknowledged
    }
}
