@Suite("Obstacles to writing", .timeLimit(.minutes(10))) struct ObstacleTests {
    @Test("A removed file, too little space and a closed database are obstacles")
    func found() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        #expect(await database.findObstacle() == nil)
        let aside = folder.file("aside.sqlite")
        try FileManager.default.moveItem(at: folder.database, to: aside)
        #expect(await database.findObstacle()?.description.contains("removed or replaced") == true)
        try FileManager.default.moveItem(at: aside, to: folder.database)
        #expect(await database.findObstacle() == nil)
        try database.close()
        #expect(await database.findObstacle() == .closed)

        let narrow = try folder.open(.with { $0.freeSpaceReserve = .max })
        let obstacle = await narrow.findObstacle()
        #expect(obstacle.name == "diskNearlyFull" && obstacle?.description.contains(folder.database.path) == true)
        try narrow.close()
    }

    @Test(
        "A full disk is an obstacle from the first check until there is space",
        .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
    func full() async throws {
        let disk = try SmallFileSystem(kilobytes: 1024)
        defer { disk.unmount() }
        let url = disk.folder.url.appendingPathComponent("notes.sqlite")
        let options = StorageOptions.with { ($0.freeSpaceReserve, $0.logQuietTime) = (0, .zero) }
        let database = try ServiceDatabase.open(at: url, migrations: [.notes], options: options)
        let ballast = disk.fill()
        // The log may still have room that it has taken before; it is used up by trying.
        var obstacle: StorageError?
        for _ in 0..<2000 where obstacle == nil {
            _ = try? await database.write { try $0.addNote("\(UInt64.random(in: 0...UInt64.max))") }
            obstacle = await database.findObstacle()
        }
        #expect(obstacle == .diskFull(path: url.path))
        try disk.free(ballast)
        #expect(await database.findObstacle() == nil)
        try database.close()
    }

    @Test("A start on a full disk reports it", .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
    func start() throws {
        let disk = try SmallFileSystem(kilobytes: 256)
        defer { disk.unmount() }
        let ballast = disk.fill()
        let url = disk.folder.url.appendingPathComponent("data/notes.sqlite")
        let failure = storageError {
            _ = try ServiceDatabase.open(at: url, migrations: [.notes], mark: DatabaseMark(of: url))
        }
        #expect(failure.name == "diskFull")
        try disk.free(ballast)
        try ServiceDatabase.open(at: url, migrations: [.notes], mark: DatabaseMark(of: url)).close()
    }
}
