@testable import Push
@testable import Storage

@Suite("A change whose outcome is unknown", needsPostgreSQL, .timeLimit(.minutes(10)))
struct UnknownOutcomeTests {
    private static let ada = AccountID("ada")!

    private func register(_ token: String, of device: String, in store: PushStore) async throws {
        let sample = RegisterPushToken.sample(Self.ada, token: token, pushDevice: device)
        _ = try await store.register(TokenRules.checked(sample), as: PushTokenID(token)!, at: .start)
    }

    @Test("The store reads it again and publishes what it did")
    func readAgain() async throws {
        let server = try TestPostgreSQL()
        let address = try PostgreSQLAddress(server.address())
        var options = PostgreSQLOptions()
        options.requiresDurability = false
        options.schema = "push"
        let database = try ServiceDatabase.open(on: address, options, migrations: PushStore.migrations)
        let told = Mutex<[Int]>([])
        let store = PushStore(database: database) { changes in
            for case .devices(let devices) in changes.map(\.change) { told.withLock { $0.append(devices.count) } }
        }
        try await register("one", of: "phone", in: store)
        #expect(told.withLock { $0 } == [1])

        // The server waits for a missing standby, so the change is stored, but the client gets no answer.
        let operating = PostgreSQLConnection(address, options: options)
        try operating.runScript("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try operating.runScript("SELECT pg_reload_conf()")
        try await eventually("the server has read the setting") {
            try await server.query("SHOW synchronous_standby_names") == [["nobody"]]
        }
        // The checkpointer tells the commits of all connections to wait, and reads the setting first.
        try operating.runScript("CHECKPOINT")
        let isAnswered = Mutex(false)
        let registering = Task {
            defer { isAnswered.withLock { $0 = true } }
            try await register("two", of: "tablet", in: store)
        }
        try await eventually("its COMMIT waits, and its connection is ended") {
            try operating.runScript(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            return isAnswered.withLock { $0 }
        }
        await #expect(throws: PushStoreError.self) { try await registering.value }
        try operating.runScript("ALTER SYSTEM RESET synchronous_standby_names")
        try operating.runScript("SELECT pg_reload_conf()")
        #expect(await eventually { told.withLock { $0.last } == 2 })
        try database.close()
    }
}
