@testable import ServiceRuntime

@Suite("The metrics of a database", .timeLimit(.minutes(10))) struct StorageFactsTests {
    @Test("report its size, the free space, and the time of the last backup if there is one")
    func file() async throws {
        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(
            at: folder.url.appendingPathComponent("push.sqlite"),
            migrations: [Migration("table", sql: "CREATE TABLE thing (a TEXT) STRICT")])
        defer { try? database.close() }
        let mark = BackupMark(of: .push, in: folder.url)
        let facts = StorageFacts(database: database, mark: mark)
        var samples = await facts.samples()
        #expect(samples.map(\.name) == [StorageFacts.used, StorageFacts.free])
        #expect(samples.allSatisfy { $0.kind == .gauge && $0.labels.isEmpty && $0.value > 1000 })
        let empty = samples[0].value
        try await database.write { connection in
            try connection.run("INSERT INTO thing (a) VALUES (\(String(repeating: "x", count: 100_000)))")
        }
        samples = await facts.samples()
        #expect(samples[0].value > empty + 50_000)
        try mark.write(.start)
        #expect(await facts.samples().last?.value == Double(UnixTime.start.rawValue) / 1000)
        #expect(BackupMark(of: .location, in: folder.url).read() == nil)
        try Data("no moment".utf8).write(to: folder.url.appendingPathComponent("push.backup"))
        #expect(await facts.samples().count == 2)
    }

    @Test("are measured with each reading of the registry")
    func registry() async {
        let registry = MetricsRegistry()
        registry.add { [CredentialEnds.sample("push.apns.certificate", end: .start)] }
        #expect(registry.snapshot().isEmpty)
        let read = await registry.read()
        #expect(read.map(\.name) == ["balise_credential_end_seconds"])
        #expect(read.first?.labels == [["credential", "push.apns.certificate"]])
        #expect(read.first?.value == Double(UnixTime.start.rawValue) / 1000)
    }
}
