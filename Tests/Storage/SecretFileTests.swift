@Suite("A secret file") struct SecretFileTests {
    private let folder: ScratchFolder
    private let url: URL
    private let secret: SecretFile
    private let random: (Int) -> [UInt8] = { [UInt8](repeating: 5, count: $0) }

    init() throws {
        folder = try ScratchFolder()
        url = folder.url.appendingPathComponent("keys/some.secret")
        secret = SecretFile(url, name: "the secret of the tests", ifLost: "Run them again.")
    }

    @Test("is created once, for its owner only, and stays")
    func made() throws {
        let first = try secret.load(isNeeded: false, random: random)
        #expect(first == [UInt8](repeating: 5, count: 32))
        #expect(try secret.load(isNeeded: true) { [UInt8](repeating: 6, count: $0) } == first)
        let file = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(file[.posixPermissions] as? Int == 0o600)
        let keys = try FileManager.default.attributesOfItem(atPath: url.deletingLastPathComponent().path)
        #expect(keys[.posixPermissions] as? Int == 0o700)
    }

    @Test("is not created again while stored values need the old one, and the error has advice")
    func lost() {
        let failure = SecretFile.Failure.lost(path: url.path, advice: "Run them again.")
        #expect(throws: failure) { try secret.load(isNeeded: true, random: random) }
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect("\(failure)".hasPrefix("\(url.path) is missing; put it back from a backup, or copy it from another "))
        #expect("\(failure)".hasSuffix(" Run them again."))
    }

    @Test("is refused if others can read it, or if it is too short")
    func unusable() throws {
        _ = try secret.load(isNeeded: false, random: random)
        for mode in [0o640, 0o604] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
            #expect(throws: SecretFile.Failure.self) { try secret.load(isNeeded: false, random: random) }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        let failure = SecretFile.Failure.damaged(path: url.path, advice: "Run them again.")
        for bytes in [[], [1, 2, 3]] as [[UInt8]] {
            try Data(bytes).write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
            #expect(throws: failure) { try secret.load(isNeeded: false, random: random) }
        }
        #expect("\(failure)".hasSuffix("put it back from a backup. Run them again."))
    }

    @Test("is accepted with another length only if that is allowed, and otherwise stays unchanged")
    func foreign() throws {
        _ = try secret.load(isNeeded: false, mayBeLonger: false, random: random)
        let other = Data(repeating: 1, count: 41)
        try other.write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        let failure = #expect(throws: SecretFile.Failure.self) {
            try secret.load(isNeeded: false, mayBeLonger: false, random: random)
        }
        #expect(failure?.description.contains("it has 41 bytes in place of 32") == true)
        #expect(failure?.description.contains("move it away") == true)
        #expect(try Data(contentsOf: url) == other)
        #expect(try secret.load(isNeeded: true, random: random) == Array(other))
    }
}
