import Age

@testable import ServiceRuntime

@Suite("Backups in S3-compatible storage", .timeLimit(.minutes(10))) struct BucketBackupTests {
    /// moto, which checks signatures like Amazon's servers.
    private final class Moto {
        /// Of the environment from PyPI, which `make test` names.
        static let python = ProcessInfo.processInfo.environment["BALISE_TEST_PYTHON"]

        let variables: [String: String]
        private let input = Pipe.ofThisProcess()

        init() throws {
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let process = Process()
            process.executableURL = Self.python.map { URL(fileURLWithPath: $0) }
            process.arguments = ["-B", tests.appending(path: "../../Interop/moto-server.py").path]
            process.standardInput = input
            let output = try process.startPrinting()
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            try #require(words.count == 3, "moto did not start")
            variables = [
                "BALISE_BACKUPS_TO": "s3://backups/balise", "BALISE_BACKUPS_S3_REGION": "eu-west-3",
                "BALISE_BACKUPS_S3_ENDPOINT": "http://127.0.0.1:\(words[0])", "BALISE_BACKUPS_S3_KEY_ID": words[1],
                "BALISE_BACKUPS_S3_KEY": words[2],
            ]
        }

        // moto ends with its input.
        deinit { try? input.fileHandleForWriting.close() }
    }

    @Test(
        "A part is encrypted, uploaded, drilled, listed, restored, and removed in its time",
        .enabled(if: Moto.python != nil))
    func thereAndBack() async throws {
        let (moto, folder, identity) = (try Moto(), try TemporaryFolder(), try AgeIdentity(random: systemRandomBytes))
        let data = folder.url.appending(path: "data")
        var variables = moto.variables
        variables["BALISE_BACKUPS_RECIPIENTS"] = identity.recipient.description
        variables["BALISE_BACKUPS_IDENTITY"] = identity.text
        variables["BALISE_BACKUPS_EVERY"] = "1d"
        variables["BALISE_BACKUPS_KEEP_DAILY"] = "2"
        let settings = try Settings.load(arguments: ["--data-dir", data.path], environment: variables)
        let (clock, bus) = (SetClock(), try MessageBus(.patient(.authSession)))
        let environment = ServiceEnvironment(
            service: .authSession, settings: settings, bus: bus, endpoints: [:],
            bind: try Endpoint("ipc://\(folder.url.path)/auth.sock"), logger: LoggedLines().logger,
            metrics: MetricsRegistry(), clock: clock)
        let file = data.appending(path: "auth-session.sqlite")
        var database = try WordStore.openDatabase(at: file)
        try await database.write { try $0.run("INSERT INTO word VALUES ('kept')") }
        let backups = ServiceBackups(environment, of: AuthSessionWords.self, database)
        let first = BackupName.of(clock.now())
        _ = try await backups.make(MakeBackup(name: first))
        let listed = await backups.list()
        #expect(listed.obstacle == nil && listed.backups.map(\.name) == [first])
        #expect(listed.backups.allSatisfy { $0.isWhole && $0.bytes > 1000 })
        _ = try await backups.verify(VerifyBackup(name: first, isDrill: true))
        try await database.write { try $0.run("INSERT INTO word VALUES ('later')") }

        // Of a killed program only the mark is there.
        var half = BackupManifest()
        half.server = try String(contentsOf: data.appending(path: "auth-session.server"), encoding: .utf8)
        try half.add("auth-session.server", in: data)
        let (killed, later) = (half, BackupName.of(clock.now().adding(seconds: 3600)))
        await #expect(throws: (any Error).self) {
            try await BackupBucket.with(settings.backups, clock: clock) { bucket in
                try await bucket.upload(killed, of: .authSession, in: folder.url, as: later) { _, _ in }
            }
        }

        var names = [first]
        for day in 1...3 {
            clock.advance(seconds: 86_400)
            names.append(BackupName.of(clock.now()))
            _ = try await backups.make(MakeBackup(name: names[day], lastGood: day == 1 ? nil : first))
            guard day == 1 else { continue }
            let stored = try await BackupBucket.with(settings.backups, clock: clock) { try await $0.files() }
            #expect(Set(stored.map { $0.backup }) == Set(names), "the mark replaces no backup")
        }
        #expect(await backups.list().backups.map(\.name) == [names[3], names[2], first])
        try database.close()
        await bus.shutDown(drain: .zero)
        let leftovers = try FileManager.default.contentsOfDirectory(atPath: data.path)
        #expect(leftovers.allSatisfy { !$0.contains("staged") && !$0.contains("scratch") && !$0.contains("drill") })

        let test = TestProgram(services: [AuthSessionWords.self], confirms: true)
        let place = "s3://backups/balise/\(first)"
        let arguments = ["restore", place, "--data-dir", data.path]
        #expect(await test.program.run(arguments: arguments, environment: variables) == 0, "\(test.complaint)")
        #expect(test.questions == ["Replace what is in \(data.path) of auth-session by the backup \(place)?"])
        database = try WordStore.openDatabase(at: file)
        let count: Int? = try await database.read { try $0.value("SELECT count(*) FROM word") }
        #expect(count == 1)
        try database.close()
        let missing = ["restore", "s3://backups/balise/\(names[1])", "--data-dir", data.path, "--yes"]
        #expect(await test.program.run(arguments: missing, environment: variables) == 1)
        withExtendedLifetime(moto) {}
    }

    @Test("A list does not wait long for a storage that cannot be reached")
    func unreachable() async throws {
        let folder = try TemporaryFolder()
        let variables = [
            "BALISE_BACKUPS_TO": "s3://backups", "BALISE_BACKUPS_S3_ENDPOINT": "http://127.0.0.1:1",
            "BALISE_BACKUPS_S3_KEY_ID": "id", "BALISE_BACKUPS_S3_KEY": "key",
        ]
        let settings = try Settings.load(arguments: ["--data-dir", folder.url.path], environment: variables)
        let bus = try MessageBus(.patient(.authSession))
        let environment = ServiceEnvironment(
            service: .authSession, settings: settings, bus: bus, endpoints: [:],
            bind: try Endpoint("ipc://\(folder.url.path)/auth.sock"), logger: LoggedLines().logger,
            metrics: MetricsRegistry(), clock: SetClock())
        let database = try WordStore.openDatabase(at: folder.url.appending(path: "auth-session.sqlite"))
        let backups = ServiceBackups(environment, of: AuthSessionWords.self, database)
        let start = ContinuousClock.now
        let obstacle = await backups.list().obstacle
        #expect(obstacle?.contains("the storage cannot be reached") == true, "\(obstacle as Any)")
        // Four attempts wait for seven seconds.
        #expect(ContinuousClock.now - start < .seconds(6))
        try database.close()
        await bus.shutDown(drain: .zero)
    }

    @Test(
        "Settings of the storage belong together",
        arguments: [
            (["TO": "s3://backups"], "backups.to: the bucket backups needs"),
            (["S3_KEY_ID": "id"], "backups.s3: endpoint, keyId and key belong together"),
            (["TO": "s3://x"], "BALISE_BACKUPS_TO"), (["TO": "s3://backups/../x"], "BALISE_BACKUPS_TO"),
            (["S3_ENDPOINT": "http://s3.example.com"], "BALISE_BACKUPS_S3_ENDPOINT"),
            (["RECIPIENTS": "age1abc"], "BALISE_BACKUPS_RECIPIENTS"),
            (["IDENTITY": "age1abc"], "BALISE_BACKUPS_IDENTITY"),
        ])
    func settings(_ values: [String: String], _ said: String) {
        let environment = Dictionary(uniqueKeysWithValues: values.map { ("BALISE_BACKUPS_\($0)", $1) })
        let refusal = #expect(throws: SettingsError.self) {
            try Settings.load(arguments: [], environment: environment)
        }
        #expect(refusal?.problems.count == 1 && refusal?.description.hasPrefix(said) == true, "\(refusal as Any)")
    }
}
