@testable import ServiceRuntime

@Suite("The checks of files") struct FileCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(_ name: String, mode: mode_t = 0o600, _ text: String = "0123456789abcdef0123456789abcdef") throws
    {
        let file = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        #expect(chmod(file.path, mode) == 0)
    }

    @Test(
        "A database or secret that others can read is a failure that names it",
        arguments: ["location.sqlite", "location.sqlite-wal", "keys/a.secret", "operator.token", "messages.log"])
    func modes(_ name: String) throws {
        try make(name)
        try make("run/location.lock", mode: 0o644)
        #expect(FileModes.check(folder.url, secrets: []).state == .ok)
        try make(name, mode: 0o640)
        let finding = FileModes.check(folder.url, secrets: [])
        #expect(finding.state == .failure && finding.found.contains(name))
    }

    @Test("A data folder that others can change is a failure")
    func folderMode() throws {
        #expect(chmod(folder.url.path, 0o770) == 0)
        #expect(FileModes.check(folder.url, secrets: []).state == .failure)
        #expect(chmod(folder.url.path, 0o755) == 0)
        #expect(FileModes.check(folder.url, secrets: []).state == .ok)
    }

    @Test("A secret elsewhere that every user can read or change is a warning, unless its folder protects it")
    func elsewhere() throws {
        let other = try TemporaryFolder()
        let file = try other.write("a key", to: "server.key")
        func state(_ mode: mode_t, in folderMode: mode_t) -> HealthCheck.State {
            #expect(chmod(file, mode) == 0 && chmod(other.url.path, folderMode) == 0)
            return FileModes.check(folder.url, secrets: [URL(fileURLWithPath: file)]).state
        }
        #expect(state(0o644, in: 0o755) == .warning)
        #expect(state(0o642, in: 0o755) == .warning)
        #expect(state(0o640, in: 0o755) == .ok)
        #expect(state(0o644, in: 0o750) == .ok)
    }

    @Test("A secret that is gone, or is another one than at the start, is a failure")
    func secrets() throws {
        let files = ServiceFiles(database: "a.sqlite", secrets: ["a.secret"])
        try make("keys/a.secret")
        let checks = SecretChecks(files, in: folder.url)
        #expect(checks.finding.state == .ok)
        try make("keys/a.secret", "another secret, which does not fit")
        #expect(checks.finding.state == .failure && checks.finding.found.contains("is another secret"))
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("keys/a.secret"))
        #expect(checks.finding.state == .failure && checks.finding.found.contains("is gone"))
    }

    @Test(
        "The kind of a file system is that of the latest and longest mount above the file",
        arguments: [
            ("/data/a.sqlite", "tmpfs"), ("/database/a.sqlite", "ext4"), ("/data/my disk/a.sqlite", "nfs4"),
            ("/srv/a.sqlite", "xfs"),
        ])
    func kinds(_ path: String, _ kind: String) {
        let mounts = """
            /dev/a / ext4 rw 0 0
            tmpfs /data tmpfs rw 0 0
            server:/a /data/my\\040disk nfs4 rw 0 0
            /dev/b /srv ext4 rw 0 0
            /dev/c /srv xfs rw 0 0
            """
        #expect(FileSystemKind(of: path, mounts: mounts)?.name == kind)
    }

    @Test(
        "A data folder in memory is a warning, because a restart loses it",
        .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
    func inMemory() throws {
        let disk = try SmallFileSystem(kilobytes: 256)
        defer { disk.unmount() }
        let file = disk.folder.url.appendingPathComponent("a.sqlite")
        try Data("a".utf8).write(to: file)
        #expect(FileSystemKind(of: file)?.finding?.state == .warning)
    }
}
