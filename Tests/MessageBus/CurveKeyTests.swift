// Keys and their files: what is made can be loaded, and what is wrong is said.

@Suite struct CurveKeyTests {
    @Test func generatedKeysCanBeLoaded() throws {
        try withFolder { folder, path in
            #expect(Set(try folder.makeKeys()) == Set(ServiceName.allCases))
            let loaded = try folder.load(hosting: [.edge])
            #expect(Set(loaded.own.keys) == [.edge])
            #expect(Set(loaded.known.keys) == Set(ServiceName.allCases))
            #expect(loaded.own[.edge]?.publicKey == loaded.known[.edge])
        }
    }

    @Test func onlyItsOwnerMayReadASecretKeyAndItCannotBePrinted() throws {
        try withFolder { folder, path in
            try folder.makeKeys()
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "/edge.secret")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let pair = try #require(try folder.load(hosting: [.edge]).own[.edge])
            let text = try String(contentsOfFile: path + "/edge.secret", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
            var dumped = ""
            dump(pair, to: &dumped)
            #expect(!"\(pair) \(String(reflecting: pair)) \(dumped)".contains(text))
        }
    }

    @Test func existingKeysAreKept() throws {
        try withFolder { folder, path in
            try folder.makeKeys()
            let before = try folder.load(hosting: [.edge]).known
            try FileManager.default.removeItem(atPath: path + "/edge.public")
            #expect(try folder.makeKeys().isEmpty)
            #expect(try folder.load(hosting: [.edge]).known == before)
            #expect(Set(try folder.makeKeys(replacing: true)) == Set(ServiceName.allCases))
            #expect(try folder.load(hosting: [.edge]).known[.edge] != before[.edge])
        }
    }

    @Test func anExistingFileIsReportedBeforeKeysAreGenerated() throws {
        for place in ["", "/auth-session"] {
            try withFolder { folder, path in
                try FileManager.default.createDirectory(atPath: path + place, withIntermediateDirectories: true)
                let secret = path + place + "/auth-session.secret"
                let content = Data(repeating: 7, count: 32)
                #expect(
                    FileManager.default.createFile(
                        atPath: secret, contents: content, attributes: [.posixPermissions: 0o600]))
                let before = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
                #expect(throws: CurveKeyError.malformed(path: secret)) {
                    if place.isEmpty { try folder.makeKeys() } else { try folder.makeKeysApart() }
                }
                #expect(try FileManager.default.subpathsOfDirectory(atPath: path).sorted() == before)
                #expect(FileManager.default.contents(atPath: secret) == content)
            }
        }
        #expect("\(CurveKeyError.malformed(path: "k"))".contains("leave it and keep the keys in another folder"))
    }

    @Test func eachErrorSaysWhatToDo() throws {
        try withFolder { folder, path in
            #expect(throws: CurveKeyError.missing(path: path + "/edge.secret", of: .edge)) {
                try folder.load(hosting: [.edge])
            }
            try folder.makeKeys()
            for mode in [0o640, 0o604] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/edge.secret")
                #expect(throws: CurveKeyError.readableByOthers(path: path + "/edge.secret")) {
                    try folder.load(hosting: [.edge])
                }
            }
            #expect("\(CurveKeyError.readableByOthers(path: "k"))".contains("chmod 600 k"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/edge.secret")
            for bad in ["", "short", String(repeating: "~", count: 40), String(repeating: "a", count: 41)] {
                try bad.write(toFile: path + "/location.public", atomically: true, encoding: .utf8)
                #expect(throws: CurveKeyError.malformed(path: path + "/location.public")) {
                    try folder.load(hosting: [.edge])
                }
            }
            let other = try CurveKeys.generate().publicKey.text
            try other.write(toFile: path + "/edge.public", atomically: true, encoding: .utf8)
            #expect(
                throws: CurveKeyError.mismatch(secret: path + "/edge.secret", public: path + "/edge.public")
            ) { try folder.load(hosting: [.edge]) }
        }
    }

    private func withFolder(_ test: (CurveKeyFolder, String) throws -> Void) throws {
        let home = try TemporaryFolder()
        // It is not there yet.
        let path = home.url.path + "/keys"
        try test(CurveKeyFolder(path), path)
    }
}
