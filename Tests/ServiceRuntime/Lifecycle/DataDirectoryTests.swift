@testable import ServiceRuntime

@Suite("The data folder") struct DataDirectoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("It is created with its parent folders, for its owner only")
    func made() throws {
        _ = try DataDirectory(folder.url.appendingPathComponent("a/b"))
        #expect(try folder.mode("a/b") == 0o700)
        #expect(try folder.mode("a/b/run") == 0o700)
    }

    @Test("A second process that wants the same service's data is refused")
    func locked() throws {
        let data = try DataDirectory(folder.url)
        try data.lock(for: .location)
        #expect(try folder.mode("run/location.lock") == 0o600)
        let error = #expect(throws: StartError.self) { try DataDirectory(folder.url).lock(for: .location) }
        #expect(
            error?.description
                == "cannot use \(folder.url.path): another process runs the location service on it; "
                + "stop that one, or set BALISE_DATA_DIR")
    }

    @Test(
        "A folder that every user can write to is refused", arguments: [(0o777, true), (0o1777, true), (0o770, false)])
    func open(_ mode: Int, _ isRefused: Bool) throws {
        #expect(chmod(folder.url.path, mode_t(mode)) == 0)
        if isRefused {
            let error = #expect(throws: StartError.self) { try DataDirectory(folder.url) }
            #expect(
                error?.description
                    == "cannot use \(folder.url.path): every user of this machine can write there; run chmod 700 on it")
        } else {
            _ = try DataDirectory(folder.url)
        }
    }

    @Test("A file at its path is named in the error")
    func file() throws {
        let path = try folder.write("", to: "data")
        let error = #expect(throws: StartError.self) { try DataDirectory(URL(fileURLWithPath: path)) }
        #expect(error?.description == "cannot use \(path): it is a file, not a folder; set BALISE_DATA_DIR to a folder")
    }

    @Test("A folder that is not writable is named in the error", .enabled(if: getuid() != 0, "root writes everywhere"))
    func readOnly() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let error = #expect(throws: StartError.self) { try DataDirectory(folder.url) }
        #expect(error?.description.contains(folder.url.path) == true)
    }
}
