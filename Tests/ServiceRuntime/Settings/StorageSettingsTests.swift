@Suite("The storage's settings", .timeLimit(.minutes(10))) struct StorageSettingsTests {
    private static let address = "postgres://ada:pa55w0rd@one:5432,two:5433/balise"

    private func load(_ environment: [String: String]) throws -> Settings {
        try .load(arguments: [], environment: environment)
    }

    private func place(_ settings: Settings, _ service: ServiceName) -> String {
        settings.storage.location(of: service, in: URL(fileURLWithPath: "/data")).description
    }

    @Test("Without an address each service has a file, with one a schema whose name needs no quotes")
    func places() throws {
        for environment in [[:], ["BALISE_STORAGE": ""]] {
            #expect(place(try load(environment), .authSession) == "/data/auth-session.sqlite")
        }
        let settings = try load(["BALISE_STORAGE": Self.address])
        #expect(place(settings, .authSession) == "postgres://one:5432,two:5433/balise, schema auth_session")
        #expect(ServiceName.allCases.allSatisfy { $0.schema.allSatisfy { $0.isLowercase || $0 == "_" } })
    }

    @Test("The address may be in a file of its own or in YAML, but not on the command line, where others can read it")
    func sources() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("address")
        try Data((Self.address + "\n").utf8).write(to: file)
        let yaml = folder.url.appendingPathComponent("balise.yaml")
        try Data("storage: \(Self.address)\n".utf8).write(to: yaml)
        for (arguments, environment, spelling) in [
            ([], ["BALISE_STORAGE_FILE": file.path], "BALISE_STORAGE_FILE"),
            ([], ["BALISE_CONFIG": yaml.path], "storage"),
            (["--storage-file", file.path], [:], "--storage-file"),
        ] as [([String], [String: String], String)] {
            let settings = try Settings.load(arguments: arguments, environment: environment)
            #expect(place(settings, .push).hasSuffix("balise, schema push"), "\(arguments) \(environment)")
            #expect(settings.shown.first { $0.key.name == "storage" }?.spelling == spelling)
        }
        let refusal = #expect(throws: SettingsError.self) {
            try Settings.load(arguments: ["--storage", Self.address], environment: [:])
        }
        #expect(refusal?.exitCode == 64)
    }

    @Test(
        "An invalid address is refused, and not repeated in the error",
        arguments: [
            "mysql://ada:pa55w0rd@one/balise", "ada:pa55w0rd", "postgres://ada:pa55w0rd@one:many:1/x?y=z",
            "postgres://ada:1/pa55w0rd@one/balise", "postgres://ada:a/pa55w0rd@one/balise",
            "postgres://ada:1@pa55w0rd@one/balise",
        ])
    func refused(text: String) throws {
        let error = #expect(throws: SettingsError.self) { _ = try load(["BALISE_STORAGE": text]) }
        let words = error?.description ?? ""
        #expect(words.contains("BALISE_STORAGE (environment): the value is no address of a PostgreSQL"))
        #expect(!words.contains("pa55w0rd"))
    }

    @Test("A misspelt parameter is named with the intended one, but no possible part of a password")
    func parameter() throws {
        for (text, hint) in [
            ("postgres://ada@one/balise?sslmod=x", "it has the unknown parameter sslmod; did you mean sslmode?"),
            ("postgres://ada@one/balise?pa55w0rd=x", "behind ? stand parameters of libpq, such as sslmode"),
            ("postgres://ada@one/balise?secretword=x", "behind ? stand parameters of libpq, such as sslmode"),
        ] {
            let error = #expect(throws: SettingsError.self) { _ = try load(["BALISE_STORAGE": text]) }
            let words = error?.description ?? ""
            #expect(words.contains(hint), "\(words)")
            #expect(!words.contains("pa55w0rd") && !words.contains("secretword"))
        }
    }

    @Test("No description contains the password")
    func secret() throws {
        let settings = try load(["BALISE_STORAGE": Self.address])
        for text in ["\(settings.storage)", String(reflecting: settings.storage), place(settings, .push)] {
            #expect(!text.contains("pa55w0rd"), "\(text)")
        }
        var dumped = ""
        dump(settings.storage, to: &dumped)
        #expect(!dumped.contains("pa55w0rd"))
    }
}
