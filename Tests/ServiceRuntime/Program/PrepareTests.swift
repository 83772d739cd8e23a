@testable import ServiceRuntime

@Suite("The prepare command") struct PrepareTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func prepare(_ yaml: String? = nil) async throws -> TestProgram {
        var environment = ["BALISE_BUS_KEYS": folder.url.appendingPathComponent("keys").path]
        environment["BALISE_CONFIG"] = try yaml.map { try folder.write($0, to: "balise.yaml") }
        let test = TestProgram()
        #expect(await test.program.run(arguments: ["prepare"], environment: environment) == 0, "\(test.complaint)")
        return test
    }

    /// By which a service knows the operator's token again.
    private func digest(at service: String) throws -> [UInt8]? {
        try OperatorToken.digest(
            for: try Settings.load(
                arguments: [
                    "--bus-keys", folder.url.appendingPathComponent("keys/\(service)").path,
                    "--data-dir", folder.url.appendingPathComponent("nothing").path,
                ], environment: [:]))
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent("keys/\(name)"), encoding: .utf8)
    }

    @Test("Each service gets its own secret key and all public keys, and keeps them")
    func keys() async throws {
        _ = try await prepare()
        for service in ServiceName.allCases {
            #expect(try folder.mode("keys/\(service)") == 0o700)
            let held = try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appendingPathComponent("keys/\(service)").path)
            #expect(held.filter { $0.hasSuffix(".secret") } == ["\(service).secret"])
            #expect(held.filter { $0.hasSuffix(".public") }.count == ServiceName.allCases.count)
            let settings = try Settings.load(
                arguments: ["--bus-keys", folder.url.appendingPathComponent("keys/\(service)").path], environment: [:])
            _ = try settings.curve(for: [service])
            #expect(throws: StartError.self) { try settings.curve(for: [service == .edge ? .push : .edge]) }
        }
        // The operator's token is the edge's, and auth-session knows it again.
        let token = try #require(try OperatorToken.load(in: folder.url.appendingPathComponent("keys/edge")))
        #expect(try folder.mode("keys/auth-session/operator.digest") == 0o600)
        #expect(try digest(at: "auth-session") == OperatorToken.digest(of: token.value))
        for service in ServiceName.allCases where service != .edge {
            #expect(try OperatorToken.load(in: folder.url.appendingPathComponent("keys/\(service)")) == nil)
        }
        let data = try Settings.load(
            arguments: [
                "--bus-keys", folder.url.appendingPathComponent("keys/edge").path,
                "--data-dir", folder.url.appendingPathComponent("data").path,
            ], environment: [:])
        let own = try OperatorToken.loadOrMake(in: data.dataDirectory)
        #expect(try own != token && OperatorToken.loadOrMake(for: data) == token)
        #expect(try OperatorToken.load(in: data.dataDirectory) == token)
        let before = try read("push/push.secret")
        // One pair that is lost is made anew, and the others learn its public key.
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("keys/edge"))
        _ = try await prepare()
        #expect(try read("push/push.secret") == before)
        #expect(try read("push/edge.public") == read("edge/edge.public"))
        // And auth-session the token, which went with the folder.
        let next = try #require(try OperatorToken.load(in: folder.url.appendingPathComponent("keys/edge")))
        #expect(try next != token && digest(at: "auth-session") == OperatorToken.digest(of: next.value))
    }

    @Test("A folder that every user can write to is refused unchanged, and a read-only one is not")
    func everybodysFolder() async throws {
        let keys = folder.url.appendingPathComponent("keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: false)
        #expect(chmod(keys.path, 0o777) == 0)
        let test = TestProgram()
        #expect(await test.program.run(arguments: ["prepare"], environment: ["BALISE_BUS_KEYS": keys.path]) != 0)
        #expect(test.complaint.contains("every user of this machine can write there"), "\(test.complaint)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: keys.path).isEmpty)
        #expect(chmod(keys.path, 0o700) == 0)
        _ = try await prepare()
        // As in a container, where each service has its own volume in it.
        #expect(chmod(keys.path, 0o555) == 0)
        defer { chmod(keys.path, 0o700) }
        _ = try await prepare()
    }

    @Test("Each service gets its part of the settings, in a file for its owner only")
    func settings() async throws {
        let yaml = """
            log: {level: debug}
            http: {publicUrl: https://balise.example, port: 80}
            sessions: {issuer: https://issuer.example, idleLimit: 2h}
            messages: {sender: webhook, webhook: https://example.org, webhookSecretFile: /run/secret}
            apple: {audiences: [org.example], domain: example.org, servicesKeyFile: /run/apple}
            issuers: {one: {issuer: https://one.example, programs: [a]}}
            push: {fcm: {serviceAccount: "very secret \(String(repeating: "x", count: 200))"}}
            """
        let test = try await prepare(yaml)
        let parts = try Dictionary(
            uniqueKeysWithValues: ServiceName.allCases.map { ($0, try namesInYAML(read("\($0)/settings.yaml"))) })
        #expect(
            parts == [
                .edge: [
                    "log.level", "http.publicUrl", "http.port", "sessions.issuer", "issuers.one.issuer",
                    "issuers.one.programs",
                ],
                .identity: [
                    "log.level", "http.publicUrl", "messages.sender", "messages.webhook", "messages.webhookSecretFile",
                    "apple.domain",
                ],
                .authSession: [
                    "log.level", "http.publicUrl", "sessions.issuer", "sessions.idleLimit", "apple.audiences",
                    "apple.domain", "apple.servicesKeyFile", "issuers.one.issuer", "issuers.one.programs",
                ],
                .location: ["log.level"], .preferences: ["log.level"],
                .push: ["log.level", "push.fcm.serviceAccount"],
            ])
        #expect(try folder.mode("keys/push/settings.yaml") == 0o600)
        #expect(!test.output.contains("secret\""))
        // A later run forgets what was taken out.
        _ = try await prepare()
        #expect(try read("push/settings.yaml") == "{}\n")
        let path = folder.url.appendingPathComponent("keys/push/settings.yaml").path
        _ = try Settings.load(arguments: ["--config", path], environment: [:])
    }

    @Test(
        "Unknown settings and impossible values are refused, and nothing is made",
        arguments: [
            ("http: {prot: 80}", [], "http.prot (file ", "Is http.port meant?", 78),
            ("log: {level: debug}", ["--bus-kesy", "x"], "--bus-kesy (command line)", "Is --bus-keys meant?", 64),
            ("push: {attempts: abc}", [], "push.attempts (file ", "\"abc\" is not a whole number; allowed is ", 78),
            ("just text", [], "The configuration file ", "is not a YAML mapping", 78),
        ])
    func misspelt(_ yaml: String, _ options: [String], _ name: String, _ hint: String, _ status: Int32) async throws {
        let keys = folder.url.appendingPathComponent("keys").path
        let environment = ["BALISE_BUS_KEYS": keys, "BALISE_CONFIG": try folder.write(yaml, to: "balise.yaml")]
        let test = TestProgram()
        #expect(await test.program.run(arguments: ["prepare"] + options, environment: environment) == status)
        #expect(test.complaint.contains(name) && test.complaint.contains(hint), "\(test.complaint)")
        #expect(!FileManager.default.fileExists(atPath: keys))
    }

    @Test("Every setting reaches a service")
    func complete() {
        let names = SettingsParts.common + ServiceName.allCases.flatMap(SettingsCatalogue.balise.names)
        let lost = SettingsCatalogue.balise.keys.map(\.name).filter { name in
            // A group's status goes with the group.
            name != "config" && !names.contains { SettingsParts.covers($0, name) }
        }
        #expect(lost.isEmpty, "\(lost)")
    }

    @Test("A service gets all settings that its sources read", arguments: ServiceName.allCases)
    func read(_ service: ServiceName) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let room = service.description.split(separator: "-").map(\.capitalized).joined()
        let folder = root.appendingPathComponent("Services/\(room)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let groups = Set(
            SettingsCatalogue.balise.keys.compactMap { $0.name.split(separator: ".").first.map(String.init) })
        let names = SettingsParts.common + SettingsCatalogue.balise.names(service)
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            // The example calls show push where its settings are at hand, and nothing of it elsewhere.
            if file.lastPathComponent == "ExampleCalls+All.swift" { continue }
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /settings\.([a-z]+)(?![A-Za-z])/) {
                let group = String(match.1)
                guard groups.contains(group) else { continue }
                count += 1
                #expect(
                    names.contains { $0.split(separator: ".").first.map(String.init) == group },
                    "\(file.lastPathComponent) reads \(group)")
            }
        }
        #expect(count > 0)
    }
}
