@testable import ServiceRuntime

@Suite("Settings: the precedence of sources") struct SettingsPrecedenceTests {
    private let folder: TemporaryFolder
    private let config: String

    init() throws {
        folder = try TemporaryFolder()
        config = try folder.write(
            """
            http:
              port: 7001
              host: 10.0.0.1
              trustedProxies: [10.0.0.0/8, "fd00::/8"]
            miataru:
              legacy: true
            """, to: "balise.yaml")
    }

    @Test("Without any source the defaults are used")
    func defaults() throws {
        let settings = try Settings.load(arguments: [], environment: [:])
        #expect(settings.http.host == "127.0.0.1" && settings.http.port == 8080)
        #expect(settings.http.limits.maximumBodyBytes == 10 << 20 && settings.http.limits.inFlightPerAddress == 256)
        #expect(settings.http.clientHeaderPrefix == "X-Meeshy-" && settings.operations.port == 8081)
        #expect(settings.dataDirectory.path == FileManager.default.currentDirectoryPath + "/data")
        #expect(settings.miataru.historyCap == 1023 && settings.miataru.visitorCap == 10)
        #expect(settings.miataru.strictDeviceKeyCheck && !settings.miataru.legacy)
        #expect(settings.miataru.defaultRetentionMinutes == 30 && settings.miataru.keyRequiredOfNewDevices == .off)
        #expect(settings.miataru.allowedOrigins.contains("https://miataru.com") && settings.log.level == .info)
        #expect(settings.log.format == nil && settings.bus.endpoints.isEmpty)
        #expect(settings.console.tiles == nil && settings.console.tilesAttribution == nil)
    }

    @Test("A file has precedence over the defaults, whether a variable or an option names it")
    func file() throws {
        for settings in [
            try Settings.load(arguments: [], environment: ["BALISE_CONFIG": config]),
            try Settings.load(arguments: ["--config", config], environment: [:]),
        ] {
            #expect(settings.http.port == 7001 && settings.http.host == "10.0.0.1" && settings.miataru.legacy)
            #expect(settings.http.trustedProxies.map(\.description) == ["10.0.0.0/8", "fd00::/8"])
        }
    }

    @Test("The environment has precedence over the file")
    func environment() throws {
        let settings = try Settings.load(
            arguments: [],
            environment: ["BALISE_CONFIG": config, "BALISE_HTTP_PORT": "7002", "BALISE_MIATARU_LEGACY": "false"])
        #expect(settings.http.port == 7002 && !settings.miataru.legacy && settings.http.host == "10.0.0.1")
    }

    @Test("The command line precedes the environment", arguments: [["--http-port", "7003"], ["--http-port=7003"]])
    func commandLine(_ arguments: [String]) throws {
        let settings = try Settings.load(
            arguments: arguments, environment: ["BALISE_CONFIG": config, "BALISE_HTTP_PORT": "7002"])
        #expect(settings.http.port == 7003)
    }

    @Test("An empty variable is ignored")
    func emptyVariable() throws {
        let settings = try Settings.load(
            arguments: [], environment: ["BALISE_LOG_LEVEL": "", "BALISE_HTTP_TRUSTED_PROXIES": ""])
        #expect(settings.log.level == .info && settings.http.trustedProxies.isEmpty)
    }

    @Test(
        "A web view's origin can have any scheme",
        arguments: [
            ("capacitor://localhost", true), ("ionic://localhost", true), ("tauri://localhost", true),
            ("app://-", true), ("http://localhost:3000", true), ("https://a.example,capacitor://localhost", true),
            ("chrome-extension://abcdefghijklmnop", true), ("file://localhost", false), ("data:text/html", false),
            ("capacitor://localhost/", false), ("capacitor://", false), ("null", false), ("*", false),
            ("https://user@a.example", false),
        ])
    func origins(_ origins: String, _ isTaken: Bool) {
        for name in ["API", "APPWRITE", "ECOVELO", "MIATARU"] {
            let loaded = try? Settings.load(arguments: [], environment: ["BALISE_\(name)_ALLOWED_ORIGINS": origins])
            #expect((loaded != nil) == isTaken, "\(name)")
            guard let loaded else { continue }
            let read = [
                loaded.api.allowedOrigins, loaded.appwrite.allowedOrigins, loaded.ecovelo.allowedOrigins,
                loaded.miataru.allowedOrigins,
            ]
            #expect(read.contains(origins.split(separator: ",").map(String.init)))
        }
    }

    @Test("Values are read in each of their forms")
    func forms() throws {
        let settings = try Settings.load(
            arguments: [
                "--miataru-legacy", "--http-request-timeout", "500ms", "--http-idle-timeout", "2m",
                "--sessions-idle-limit", "30d",
                "--http-maximum-body-bytes", "64KiB", "--http-maximum-header-bytes", "2048",
                "--miataru-allowed-origins", "none", "--http-trusted-proxies", "127.0.0.1,10.0.0.0/8",
                "--miataru-key-required-of-new-devices", "NEW", "--log-format", "json",
                "--bus-location", "tcp://location:7404", "--bus-bind=tcp://0.0.0.0:7404",
            ], environment: [:])
        #expect(settings.miataru.legacy && settings.http.limits.requestTimeout == .milliseconds(500))
        #expect(settings.http.limits.idleTimeout == .seconds(120))
        #expect(settings.sessions.idleLimit == .seconds(30 * 86_400) && settings.http.limits.maximumBodyBytes == 65_536)
        #expect(settings.http.limits.maximumHeaderBytes == 2048 && settings.miataru.allowedOrigins.isEmpty)
        #expect(settings.http.trustedProxies.count == 2 && settings.miataru.keyRequiredOfNewDevices == .new)
        #expect(settings.log.format == .json)
        #expect(settings.bus.endpoints[.location]?.map(\.text) == ["tcp://location:7404"])
        #expect(settings.bus.bind?.text == "tcp://0.0.0.0:7404")
    }

    @Test("A service has one address, or one for each replica, in every source and of any kind")
    func replicas() throws {
        let expected = ["tcp://a:7404", "ipc:///run/b.sock"]
        let list = expected.joined(separator: ",")
        let yaml = try folder.write("bus: {location: [\(expected.joined(separator: ", "))]}\n", to: "replicas.yaml")
        let sources: [([String], [String: String])] = [
            (["--bus-location", list], [:]), ([], ["BALISE_BUS_LOCATION": list]),
            ([], ["BALISE_BUS_LOCATION": expected.joined(separator: " , ")]), ([], ["BALISE_CONFIG": yaml]),
        ]
        for (arguments, environment) in sources {
            let settings = try Settings.load(arguments: arguments, environment: environment)
            #expect(settings.bus.endpoints[.location]?.map(\.text) == expected)
        }
    }

    @Test("A secret is read from a file, without the line's end, and cannot be printed")
    func secretFile() throws {
        let path = try folder.write("0123456789abcdef-secret\n", to: "key")
        let settings = try Settings.load(arguments: [], environment: ["BALISE_OPERATIONS_KEY_FILE": path])
        let key = try #require(settings.operations.key)
        #expect(key.value == "0123456789abcdef-secret")
        #expect("\(key) \(String(reflecting: key)) \(settings)".contains("cdef-secret") == false)
        let files: [URL] = settings.secretFiles
        #expect(files.map(\.path) == [path])
    }

    @Test("The files that hold secrets are those named for them, and a configuration file with a secret")
    func secretFiles() throws {
        let tls = "http: {tls: {certificate: /etc/balise/a.pem, key: /etc/balise/a.key}}\n"
        let plain = try folder.write(tls, to: "plain.yaml")
        let secret = try folder.write(tls + "operations: {key: 0123456789abcdef}\n", to: "secret.yaml")
        for (file, expected) in [(plain, ["/etc/balise/a.key"]), (secret, ["/etc/balise/a.key", secret])] {
            let settings = try Settings.load(arguments: [], environment: ["BALISE_CONFIG": file])
            #expect(settings.secretFiles.map(\.path) == expected)
        }
    }

    @Test("A variable unlike any setting only causes a warning")
    func foreignVariable() throws {
        let settings = try Settings.load(
            arguments: [], environment: ["BALISE_SERVICE_HOST": "10.1.2.3", "BALISE_PORT_8080_TCP_PROTO": "tcp"])
        #expect(settings.warnings.count == 2)
        #expect(settings.warnings.contains("BALISE_SERVICE_HOST is not a setting and has no effect"))
    }
}
