/// The allowed values of each variable, as the messages name them.
private let allowed = [
    "HTTP_PORT": "a whole number from 0 to 65535.", "HTTP_HOST": "a host name or an IP address.",
    "HTTP_MAXIMUM_BODY_BYTES": "a number of bytes, plain or with KiB or MiB, from 1KiB to 256MiB.",
    "HTTP_REQUEST_TIMEOUT": "a number with ms, s, m, h or d, from 100ms to 10m.",
    "HTTP_TRUSTED_PROXIES": "none, or a list with commas, each an address or a range such as 10.0.0.0/8.",
    "HTTP_CLIENT_HEADER_PREFIX": "letters, digits and hyphens, ending with a hyphen.",
    "MIATARU_LEGACY": "true or false.",
    "MIATARU_ALLOWED_ORIGINS":
        "none, or a list with commas, each an origin such as https://example.com or capacitor://localhost.",
    "MIATARU_KEY_REQUIRED_OF_NEW_DEVICES": "one of off, new.", "LOG_FORMAT": "one of text, json.",
    "BUS_LOCATION": "ipc:///path/to/a.sock or tcp://host:port, or several of them with commas.",
    "BUS_BIND": "ipc:///path/to/a.sock or tcp://host:port.", "IDENTITY_PASSWORD_COST": "a whole number from 14 to 18.",
    "APPLE_AUDIENCES": "none, or a list with commas, each an id such as com.example.app.",
    "APPLE_APP_IDS": "none, or a list with commas, each an app id such as TEAM123456.com.example.app.",
    "APPLE_KEYS_URL": "an address such as https://example.com/keys.",
    "APPLE_DOMAIN": "a domain in lower case such as example.com.",
    "MESSAGES_WEBHOOK": "an address such as https://example.com/messages.",
    "MESSAGES_RESET_LINK": "a link with {token} in it, such as https://example.com/reset?token={token}.",
    "OPERATIONS_KEY": "a secret of 16 to 256 characters.", "TRACING_SAMPLING": "a number from 0 to 1.",
]

/// One wrong value of each kind, in each kind of source, and what is said of it.
private let badValues: [(variable: String, value: String, fault: String)] = [
    ("HTTP_PORT", "http", #""http" is not a whole number"#), ("HTTP_PORT", "70000", #""70000" is too large"#),
    ("HTTP_PORT", "-1", #""-1" is too small"#), ("HTTP_PORT", "80.5", #""80.5" is not a whole number"#),
    ("TRACING_SAMPLING", "1.5", #""1.5" is not a number from 0 to 1"#),
    ("HTTP_HOST", "http://here", #""http://here" is neither a host name nor an IP address"#),
    ("HTTP_MAXIMUM_BODY_BYTES", "10MB", #""10MB" is not a number of bytes"#),
    ("HTTP_MAXIMUM_BODY_BYTES", "9223372036854775807MiB", #""9223372036854775807MiB" is too large"#),
    ("HTTP_REQUEST_TIMEOUT", "5", #""5" has no unit"#),
    ("HTTP_REQUEST_TIMEOUT", "5 days", #""5 days" has an unknown unit"#),
    ("HTTP_REQUEST_TIMEOUT", "soon", #""soon" is not a duration"#),
    ("HTTP_REQUEST_TIMEOUT", "1ms", #""1ms" is too short"#),
    ("HTTP_REQUEST_TIMEOUT", "999999999999999999999h", #""999999999999999999999h" is not a duration"#),
    (
        "HTTP_TRUSTED_PROXIES", "10.0.0.0/33",
        #""10.0.0.0/33" holds "10.0.0.0/33", which is not an address or a range such as 10.0.0.0/8"#
    ),
    (
        "APPLE_APP_IDS", "com.example.app",
        #""com.example.app" holds "com.example.app", which is not an app id such as TEAM123456.com.example.app"#
    ),
    ("HTTP_CLIENT_HEADER_PREFIX", "X Meeshy", #""X Meeshy" cannot begin a header's name"#),
    ("MIATARU_LEGACY", "maybe", #""maybe" is neither true nor false"#),
    (
        "MIATARU_ALLOWED_ORIGINS", "https://a.example/path",
        #""https://a.example/path" holds "https://a.example/path", which is not an origin such as https://example.com or capacitor://localhost"#
    ),
    ("MIATARU_KEY_REQUIRED_OF_NEW_DEVICES", "all", #""all" is none of the allowed words"#),
    ("LOG_FORMAT", "xml", #""xml" is none of the allowed words"#),
    ("BUS_LOCATION", "location:7404", #""location:7404" is no endpoint, since it has no ://"#),
    ("BUS_LOCATION", "inproc://location", #""inproc://location" cannot reach another process"#),
    (
        "BUS_LOCATION", "tcp://a:7404,,tcp://b:7404",
        #""tcp://a:7404,,tcp://b:7404" has an empty entry at place 2 of its list"#
    ),
    (
        "BUS_LOCATION", "tcp://a:7404,tcp://a:7404",
        #""tcp://a:7404,tcp://a:7404" names tcp://a:7404 twice; each replica needs its own address"#
    ),
    (
        "BUS_LOCATION", "tcp://a:7404,b:7404",
        #""tcp://a:7404,b:7404" holds b:7404, which is no endpoint, since it has no ://"#
    ),
    (
        "BUS_BIND", "tcp://a:7404,tcp://b:7404",
        #""tcp://a:7404,tcp://b:7404" names several endpoints, but the service listens at one"#
    ),
    ("IDENTITY_PASSWORD_COST", "13", #""13" is too small"#),
    (
        "APPLE_AUDIENCES", "com.example.app,com example",
        #""com.example.app,com example" holds "com example", which is not an id such as com.example.app"#
    ),
    ("APPLE_KEYS_URL", "appleid.apple.com", #""appleid.apple.com" is not an address that can be called over HTTP"#),
    ("APPLE_DOMAIN", "Example.com", #""Example.com" is not a domain"#),
    (
        "MESSAGES_WEBHOOK", "http://134744072/",
        #""http://134744072/" is not encrypted, so attackers on the network could read and change the data; use https"#
    ),
    (
        "MESSAGES_WEBHOOK", "http://127.0.0.1:65536/",
        #""http://127.0.0.1:65536/" is not an address that can be called over HTTP"#
    ),
    ("MESSAGES_WEBHOOK", "ftp://example.com", #""ftp://example.com" is not an address that can be called over HTTP"#),
    ("MESSAGES_RESET_LINK", "https://example.com/reset", #""https://example.com/reset" has no place for the {token}"#),
    ("MESSAGES_RESET_LINK", "reset {token}", #""reset {token}" is not a link"#),
    ("OPERATIONS_KEY", "short", "the value is too short"),
]

@Suite("Settings: what is wrong with a value") struct BadSettingTests {
    @Test(
        "A value that is not allowed names the variable, the source, the fault and what is allowed",
        arguments: badValues)
    func environment(_ bad: (variable: String, value: String, fault: String)) throws {
        let error = try failure(environment: ["BALISE_" + bad.variable: bad.value])
        let rest = "; allowed is \(try #require(allowed[bad.variable]))"
        #expect(error.description == "BALISE_\(bad.variable) (environment): \(bad.fault)\(rest)")
        #expect(error.exitCode == 78)
    }

    @Test("A webhook needs its address and its secret", arguments: ["MESSAGES_WEBHOOK", "MESSAGES_WEBHOOK_SECRET"])
    func webhook(_ missing: String) throws {
        var environment = [
            "BALISE_MESSAGES_SENDER": "webhook", "BALISE_MESSAGES_WEBHOOK": "https://example.com/messages",
            "BALISE_MESSAGES_WEBHOOK_SECRET": "0123456789abcdef",
        ]
        let settings = try Settings.load(arguments: [], environment: environment).messages
        #expect(settings.sender == .webhook && settings.webhook?.host == "example.com")
        environment["BALISE_" + missing] = nil
        let error = try failure(environment: environment)
        #expect(error.description.hasPrefix("messages.sender is webhook, which needs messages.webhook and"))
    }

    private static let mailSettings = [
        "BALISE_MESSAGES_SENDER": "smtp", "BALISE_MESSAGES_SMTP_HOST": "mail.example.com",
        "BALISE_MESSAGES_SMTP_SENDER_ADDRESS": "balise@example.com",
    ]

    @Test(
        "A mail server has the usual port of its security",
        arguments: [("tls", 465), ("starttls", 587), ("none", 25)])
    func mailPort(_ security: String, _ port: Int) throws {
        var environment = Self.mailSettings
        environment["BALISE_MESSAGES_SMTP_SECURITY"] = security
        environment["BALISE_MESSAGES_SMTP_HOST"] = "localhost"
        #expect(try Settings.load(arguments: [], environment: environment).messages.smtp.port == port)
        environment["BALISE_MESSAGES_SMTP_PORT"] = "2525"
        #expect(try Settings.load(arguments: [], environment: environment).messages.smtp.port == 2525)
    }

    @Test(
        "A mail server needs what belongs to it",
        arguments: [
            (["HOST": nil], "messages.sender is smtp, which needs messages.smtp.host and messages.smtp.senderAddress"),
            (["SENDER_ADDRESS": nil], "messages.sender is smtp, which needs messages.smtp.host and"),
            (["USER": "balise"], "messages.smtp.user and messages.smtp.password belong together"),
            (["PASSWORD": "secret"], "messages.smtp.user and messages.smtp.password belong together"),
            (
                ["OAUTH_TOKEN_URL": "https://p.example/token"],
                "messages.smtp.oauth needs messages.smtp.oauth.tokenUrl and"
            ),
            (["OAUTH_SCOPE": "mail"], "messages.smtp.oauth needs messages.smtp.oauth.tokenUrl and"),
            (
                ["USER": "b", "OAUTH_TOKEN_URL": "https://p.example/token", "OAUTH_CLIENT_ID": "b"],
                "messages.smtp.oauth needs messages.smtp.oauth.clientSecret,"
            ),
            (
                [
                    "USER": "b", "PASSWORD": "secret", "OAUTH_TOKEN_URL": "https://p.example/token",
                    "OAUTH_CLIENT_ID": "b", "OAUTH_CLIENT_SECRET": "s",
                ], "messages.smtp.password and messages.smtp.oauth exclude each other"
            ),
            (
                [
                    "OAUTH_TOKEN_URL": "https://p.example/token", "OAUTH_CLIENT_ID": "b", "OAUTH_REFRESH_TOKEN": "r",
                ], "messages.smtp.user and messages.smtp.password belong together"
            ),
            (["HELLO_NAME": "balise"], "BALISE_MESSAGES_SMTP_HELLO_NAME (environment): "),
            (["SENDER_ADDRESS": "balise@example.com."], "BALISE_MESSAGES_SMTP_SENDER_ADDRESS (environment): "),
            (["SENDER_ADDRESS": "b\u{fc}ro@example.com"], "BALISE_MESSAGES_SMTP_SENDER_ADDRESS (environment): "),
            (["SECURITY": "none"], "messages.smtp.security is none, which is for a server on this machine alone"),
            (["SECURITY": "none", "HOST": "127.evil.example"], "messages.smtp.security is none, which is for"),
            (["SENDER_ADDRESS": "Balise <b@example.com>"], "BALISE_MESSAGES_SMTP_SENDER_ADDRESS (environment): "),
            (["SENDER_NAME": "two\nlines"], "BALISE_MESSAGES_SMTP_SENDER_NAME (environment): "),
        ] as [([String: String?], String)])
    func mailServer(_ changes: [String: String?], _ message: String) throws {
        var environment = Self.mailSettings
        #expect(throws: Never.self) { try Settings.load(arguments: [], environment: environment) }
        for (name, value) in changes { environment["BALISE_MESSAGES_SMTP_" + name] = value }
        let error = try failure(environment: environment)
        #expect(error.description.hasPrefix(message), "\(error)")
        environment["BALISE_MESSAGES_SENDER"] = "log"
        // Without mails nothing of it is needed; what is no value stays one.
        if message.hasPrefix("messages.") {
            #expect(throws: Never.self) { try Settings.load(arguments: [], environment: environment) }
        }
    }

    @Test("A Services key of Apple needs its ids", arguments: ["TEAM_ID", "SERVICES_KEY_ID", "SERVICES_KEY"])
    func servicesKey(_ missing: String) throws {
        let key = String(repeating: "k", count: 200)
        var environment = [
            "BALISE_APPLE_TEAM_ID": "TEAM",
            "BALISE_APPLE_SERVICES_KEY_ID": "KEY", "BALISE_APPLE_SERVICES_KEY": key,
        ]
        let services = try Settings.load(arguments: [], environment: environment).apple.services
        #expect(services?.teamID == "TEAM" && services?.key.value == key)
        environment["BALISE_APPLE_" + missing] = nil
        let error = try failure(environment: environment)
        #expect(error.description.hasPrefix("apple.teamId, apple.servicesKeyId and apple.servicesKey need"))
    }

    @Test(
        "A key of Apple with a wrong value is one error, since it is set",
        arguments: [("BALISE_APPLE_", "SERVICES_KEY"), ("BALISE_PUSH_APNS_", "KEY")])
    func shortKey(_ prefix: String, _ key: String) throws {
        let environment = [
            prefix + "TEAM_ID": "TEAM", prefix + key + "_ID": "KEY", prefix + key: "short",
            "BALISE_PUSH_APNS_TOPIC": "com.example.app",
        ]
        let problems = try failure(environment: environment).problems
        #expect(problems.count == 1 && problems[0].message.contains("the value is too short"), "\(problems)")
    }

    @Test("A wrong value on the command line names the option, with the status for wrong usage")
    func commandLine() throws {
        let error = try failure(arguments: ["--http-port", "none"])
        #expect(error.description.hasPrefix(#"--http-port (command line): "none" is not a whole number;"#))
        #expect(error.exitCode == 64)
    }

    @Test("An option without a value is empty, unless it is a switch")
    func withoutValue() throws {
        let error = try failure(arguments: ["--miataru-legacy", "--http-port"])
        #expect(error.description.hasPrefix(#"--http-port (command line): "" is empty;"#))
    }

    @Test("A wrong value in a file names the key with its path, and the file")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("miataru:\n  historyCap: many\n", to: "c.yaml")
        let error = try failure(environment: ["BALISE_CONFIG": path])
        #expect(error.description.hasPrefix(#"miataru.historyCap (file \#(path)): "many" is not a whole number;"#))
        #expect(error.exitCode == 78)
    }

    @Test("All errors are reported together")
    func several() throws {
        let error = try failure(
            arguments: ["--http-port", "x"], environment: ["BALISE_LOG_LEVEL": "loud", "BALISE_MIATARU_LEGACY": "?"])
        #expect(error.problems.count == 3 && error.exitCode == 78)
    }

    @Test(
        "An unknown setting is named, with the one that is probably meant",
        arguments: [
            (["--http-prt", "1"], "--http-prt (command line): there is no such setting. Is --http-port meant?"),
            (["--nonsense"], "--nonsense (command line): there is no such setting. `settings` lists what there is."),
            (["-x"], "-x (command line): there is no such setting. `settings` lists what there is."),
            (
                ["--http-port", "1", "9000"],
                "The argument \"9000\" belongs to no option; an option takes one value, and a list is written with commas."
            ),
            (
                ["--http-port", "1", "--http-port=2"],
                "--http-port (command line): \"1,2\" holds several values, and one is expected; "
                    + "allowed is a whole number from 0 to 65535."
            ),
        ])
    func unknownOption(_ arguments: [String], _ message: String) throws {
        let error = try failure(arguments: arguments)
        #expect(error.description == message && error.exitCode == 64)
    }

    @Test("A misspelt variable is named")
    func unknownVariable() throws {
        let error = try failure(environment: ["BALISE_MIATARU_LEGAZY": "true"])
        #expect(
            error.description
                == "BALISE_MIATARU_LEGAZY (environment): there is no such setting. Is BALISE_MIATARU_LEGACY meant?")
    }

    @Test("An unknown key in a file is named")
    func unknownYAMLKey() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("http: {prot: 1}\nissuers: [a]\nconfig: other.yaml\n", to: "c.yaml")
        let error = try failure(environment: ["BALISE_CONFIG": path])
        #expect(
            error.problems.map(\.message) == [
                "http.prot (file \(path)): there is no such setting. Is http.port meant?",
                "issuers (file \(path)): there is no such setting. `settings` lists what there is.",
                "config (file \(path)): there is no such setting. `settings` lists what there is.",
            ])
    }

    @Test("A misspelt first level of a file is named, whatever it contains")
    func unknownGroup() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("issuer: {mine: {audiences: [a]}}\nnonsense: {of: mine}\n", to: "c.yaml")
        let error = try failure(environment: ["BALISE_CONFIG": path])
        #expect(
            error.problems.map(\.message) == [
                "issuer.mine.audiences (file \(path)): there is no such setting. Is issuers meant?",
                "nonsense.of (file \(path)): there is no such setting. `settings` lists what there is.",
            ])
    }

    @Test("A file that is missing, or is no YAML mapping, is named", arguments: [nil, "[1, 2", "just text", "- a"])
    func unreadableFile(_ text: String?) throws {
        let folder = try TemporaryFolder()
        let path = try text.map { try folder.write($0, to: "c.yaml") } ?? folder.url.path + "/missing.yaml"
        let error = try failure(environment: ["BALISE_CONFIG": path])
        #expect(error.description.hasPrefix("The configuration file \(path) ") && error.exitCode == 78)
    }

    @Test("A secret and its file exclude each other, and no message shows a secret")
    func secretTwice() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("from-the-file", to: "key")
        let error = try failure(
            environment: ["BALISE_OPERATIONS_KEY": "tell-nobody", "BALISE_OPERATIONS_KEY_FILE": path])
        #expect(error.description.contains("are both set") && !error.description.contains("tell-nobody"))
        let here = FileManager.default.currentDirectoryPath
        for (path, whole) in [("/nowhere/key", "/nowhere/key"), ("nowhere/key", here + "/nowhere/key")] {
            let missing = try failure(environment: ["BALISE_OPERATIONS_KEY_FILE": path])
            #expect(
                missing.description == "BALISE_OPERATIONS_KEY_FILE (environment): the file \(whole) cannot be read.")
        }
    }

    @Test("A wrong secret in a file names the file's setting, and so does a path in place of a secret")
    func secretFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("short", to: "key")
        let wrong = try failure(environment: ["BALISE_OPERATIONS_KEY_FILE": path])
        #expect(
            wrong.description == "BALISE_OPERATIONS_KEY_FILE (environment): the value in the file is too short; "
                + "allowed is a secret of 16 to 256 characters.")
        for (value, isPath) in [("/run/key", true), ("./key", true), ("key/", false)] {
            let error = try failure(environment: ["BALISE_OPERATIONS_KEY": value])
            #expect(
                error.description.hasSuffix(" The path of a file belongs into BALISE_OPERATIONS_KEY_FILE.") == isPath)
            #expect(!error.description.contains(value))
        }
    }

    @Test("The errors for a missing and for an unreadable configuration file differ")
    func noFile() throws {
        let error = try failure(environment: ["BALISE_CONFIG": "/nowhere/balise.yaml"])
        #expect(error.description == "The configuration file /nowhere/balise.yaml does not exist.")
    }

    func failure(arguments: [String] = [], environment: [String: String] = [:]) throws -> SettingsError {
        try #require(throws: SettingsError.self) { try Settings.load(arguments: arguments, environment: environment) }
    }
}

extension BadSettingTests {
    @Test("A secret on the command line is refused with the alternative, for every secret setting")
    func visibleSecrets() throws {
        let secrets = SettingsCatalogue.balise.keys.filter(\.isSecret)
        #expect(secrets.count >= 10)
        for key in secrets {
            let option = key.optionName.replacing("<name>", with: "mine")
            for arguments in [[option, "pa55w0rd-pa55w0rd"], ["\(option)=pa55w0rd-pa55w0rd"], [option]] {
                let error = try failure(arguments: arguments)
                let variable = key.environmentName.replacing("<NAME>", with: "MINE")
                #expect(error.problems.contains { $0.isUsage && $0.message.hasPrefix(option) })
                #expect(error.description.contains("every user of this machine can read a secret there"), "\(error)")
                #expect(
                    error.description.contains("set \(variable), or \(variable)_FILE or \(option)-file"), "\(error)")
                #expect(!error.description.contains("pa55w0rd"))
            }
        }
        #expect(try failure(arguments: ["--operations-key", "pa55w0rd-pa55w0rd"]).exitCode == 64)
        let file = try TemporaryFolder()
        let path = try file.write("0123456789abcdef", to: "key")
        #expect(try Settings.load(arguments: ["--operations-key-file", path], environment: [:]).operations.key != nil)
        let short = try file.write("short", to: "short")
        #expect(try failure(arguments: ["--operations-key-file", short]).exitCode == 78)
    }
}
