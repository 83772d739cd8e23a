@Suite("A store for secrets")
struct SecretStoreTests {
    enum Kind: CaseIterable { case memory, file }

    private let folder = TemporaryFolder()

    private func store(_ kind: Kind) -> any BaliseSecretStore {
        switch kind {
        case .memory: MemorySecretStore()
        case .file: FileSecretStore(folder: folder.url.appendingPathComponent("deep/down"))
        }
    }

    @Test("returns a stored secret under its name only", arguments: Kind.allCases)
    func keeping(kind: Kind) async throws {
        let store = store(kind)
        #expect(try await store.read("a") == nil)
        try await store.remove("a")
        try await store.write(Data("first".utf8), "a")
        try await store.write(Data("other".utf8), "b")
        try await store.write(Data([0, 255]), "a")
        #expect(try await store.read("a") == Data([0, 255]))
        try await store.remove("a")
        #expect(try await store.read("a") == nil)
        #expect(try await store.read("b") == Data("other".utf8))
    }

    @Test(
        "takes any name", arguments: Kind.allCases,
        ["session.https://balise.example:8443/a", "../../etc/passwd", ".", "é", "a b", "%2E"])
    func names(kind: Kind, name: String) async throws {
        let store = store(kind)
        try await store.write(Data("x".utf8), name)
        #expect(try await store.read(name) == Data("x".utf8))
        if kind == .file {
            let inside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/deep/down")
            #expect(inside.count == 1 && inside.allSatisfy { !$0.hasPrefix(".") })
        }
    }

    @Test("in files is for its owner only")
    func modes() throws {
        let store = FileSecretStore(folder: folder.url)
        try store.write(Data("x".utf8), "a")
        try store.write(Data("y".utf8), "a")
        func mode(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try mode(folder.url.path) == 0o700)
        #expect(try mode(folder.url.path + "/a") == 0o600)
        // A write corrects the mode of a file that a person made readable for all.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.url.path + "/a")
        try store.write(Data("z".utf8), "a")
        #expect(try mode(folder.url.path + "/a") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
    }

    @Test("in files keeps the old value when it cannot write")
    func unwritable() async throws {
        let store = FileSecretStore(folder: folder.url)
        // A folder has the file's name, so rename(2) fails.
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("a"), withIntermediateDirectories: true)
        let error = try await failure { try store.write(Data("x".utf8), "a") }
        #expect(error.storageReason?.contains(folder.url.path) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a"])
        #expect(throws: BaliseError.self) { try store.read("a") }
    }

    enum Change: CaseIterable { case writing, removal }

    @Test("in files removes drafts of killed processes, and no draft that is being written", arguments: Change.allCases)
    func drafts(change: Change) throws {
        let store = FileSecretStore(folder: folder.url)
        try store.write(Data("x".utf8), "a")
        func leave(_ name: String, age: TimeInterval) throws -> String {
            let path = folder.url.path + "/" + name
            try Data("secret".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
            return name
        }
        for age in [120.0, 1e6, -1e6] { _ = try leave(".a." + UUID().uuidString, age: age) }
        let others = [
            try leave(".a." + UUID().uuidString, age: 1), try leave(".a.b." + UUID().uuidString, age: 120),
            try leave(".b." + UUID().uuidString, age: 120), try leave(".a.mine", age: 120),
        ]
        switch change {
        case .writing: try store.write(Data("y".utf8), "a")
        case .removal: try store.remove("a")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(left) == Set(others + (change == .writing ? ["a"] : [])))
    }

    @Test("in files refuses an invalid name", arguments: ["", String(repeating: "a", count: 201)])
    func noName(name: String) {
        #expect(throws: BaliseError.self) { try FileSecretStore(folder: folder.url).write(Data(), name) }
    }
}
