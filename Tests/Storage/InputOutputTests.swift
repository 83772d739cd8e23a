@testable import Storage

@Suite("A failing disk", .timeLimit(.minutes(10))) struct InputOutputTests {
    @Test(
        "Errors of SQLite and the system become cases with advice",
        arguments: [
            (778, EIO, "inputOutput"), (266, EIO, "inputOutput"), (1034, EDQUOT, "diskFull"), (778, ENOSPC, "diskFull"),
            (778, EROFS, "readOnly"), (778, EFBIG, "inputOutput"), (522, 0, "inputOutput"), (14, EIO, "cannotOpen"),
            (14, EROFS, "readOnly"), (14, ENOSPC, "diskFull"), (8, 0, "readOnly"), (13, 0, "diskFull"),
        ] as [(Int32, Int32, String)])
    func meaning(_ code: Int32, _ systemError: Int32, _ name: String) throws {
        let error = StorageError(
            code: code, message: "disk I/O error", path: "/data/notes.sqlite", systemError: systemError)
        #expect(Optional(error).name == name)
        let text = error.description
        #expect(text.contains("/data/notes.sqlite") && !text.contains("code \(code)"))
        if name == "inputOutput", systemError != 0 {
            #expect(text.contains(String(cString: strerror(systemError))) && text.contains("errno \(systemError)"))
        }
        let answer = try #require(StoreFailure<Never>(error).answer)
        #expect(answer.code == .unavailable && answer.retryAfter == 60 && !answer.message.contains("/data"))
    }

    @Test("A PostgreSQL with a failing disk is reported as such", arguments: ["58030", "58P01"])
    func server(_ state: String) {
        let error: StorageError? = StorageError(
            state: state, message: "could not read block 3", server: "postgres://db/b")
        #expect(error.name == "inputOutput")
        #expect(error?.description.contains("could not read block 3") == true)
    }

    @Test(
        "A log that is not writable is reported, leaves nothing, and is no obstacle after the repair",
        .enabled(if: TakenFile.isAvailable, "needs /proc"))
    func writing() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open(alwaysChecked)
        try await database.write { try $0.addNote("a") }
        let taken = try TakenFile(LogFile.url(of: folder.database), flags: O_RDONLY)
        let failure = await storageError { try await database.write { try $0.addNote("b") } }
        #expect(failure.name == "inputOutput")
        #expect(failure?.description.contains(String(cString: strerror(EBADF))) == true)
        #expect(await database.findObstacle() == failure)
        taken.release()
        #expect(await database.findObstacle() == nil, "the check finds out by itself")
        try await database.write { try $0.addNote("c") }
        #expect(try await database.read { try $0.notes() } == ["a", "c"])
        try database.close()
    }

    @Test(
        "A file that cannot take the log's content is reported before a call fails",
        .enabled(if: TakenFile.isAvailable, "needs /proc"))
    func copyingTheLog() async throws {
        let folder = try ScratchFolder()
        var options = alwaysChecked
        options.logQuietTime = .zero
        let database = try folder.open(options)
        let taken = try TakenFile(folder.database, flags: O_RDONLY)
        try await database.write { try $0.addNote("a") }
        try await eventually("it is found") { await database.findObstacle().name == "inputOutput" }
        taken.release()
        try await eventually("it is over") { await database.findObstacle() == nil }
        #expect(try await database.read { try $0.notes() } == ["a"])
        try database.close()
    }

    @Test(
        "An unreadable page is an obstacle for a time, although writes succeed",
        .enabled(if: TakenFile.isAvailable, "needs /proc"), arguments: [Duration.seconds(3600), .zero])
    func reading(_ stands: Duration) async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        try await database.write { connection in
            for number in 0..<50 { try connection.addNote("\(number) " + String(repeating: "x", count: 500)) }
        }
        try database.close()
        var options = alwaysChecked
        options.failureStands = stands
        let again = try folder.open(options)
        let taken = try TakenFile(folder.database, flags: O_WRONLY)
        let failure = await storageError { _ = try await again.read { try $0.notes() } }
        #expect(failure.name == "inputOutput")
        taken.release()
        #expect(await again.findObstacle() == (stands == .zero ? nil : failure))
        #expect(try await again.read { try $0.notes() }.count == 50)
        try again.close()
    }

    private let alwaysChecked = StorageOptions.with { ($0.writeCheckInterval, $0.failureStands) = (.zero, .zero) }
}

/// As when the file's disk has gone: each system call that the flags do not allow fails.
private final class TakenFile {
    private let kept: [(descriptor: Int32, copy: Int32)]

    static let isAvailable = FileManager.default.fileExists(atPath: "/proc/self/fd")

    init(_ file: URL, flags: Int32) throws {
        let path = file.resolvingSymlinksInPath().path
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let found = names.compactMap(Int32.init).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
        let other = open(path, flags | O_CLOEXEC)
        kept = found.map { descriptor in
            defer { dup2(other, descriptor) }
            return (descriptor, dup(descriptor))
        }
        close(other)
        try #require(!kept.isEmpty)
    }

    func release() {
        for (descriptor, copy) in kept {
            dup2(copy, descriptor)
            close(copy)
        }
    }
}
