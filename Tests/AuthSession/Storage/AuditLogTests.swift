@testable import AuthSession
@testable import Storage

@Suite("The audit log", .timeLimit(.minutes(10))) struct AuditLogTests {
    private let stores = ScratchStores()

    private func call(_ name: String, about account: AccountID? = nil, _ outcome: String = AuditedCall.done)
        -> AuditedCall
    {
        AuditedCall(credential: .operatorToken, call: name, account: account, outcome: outcome, request: "r1")
    }

    /// A log of five entries, two of them about one account.
    private func filled(_ kind: StoreKind) async throws -> SessionStore {
        let store = try stores.sessions(kind)
        for (place, account) in [nil, AccountID.anna, nil, .anna, nil].enumerated() {
            try await store.appendAuditEntry(
                call("Call\(place + 1)", about: account), at: .start.adding(seconds: Int64(place)))
        }
        return store
    }

    private func verified(_ store: SessionStore) async throws -> VerifyAuditLog.Reply {
        try await store.verifyAuditLog(after: 0, [], limit: 100)
    }

    @Test("The audit log stores calls, and lists them in pages, the latest first", arguments: StoreKind.allCases)
    func lists(kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let whole = AuditedCall(
            credential: .apiKey, apiKey: .named("k1"), apiKeyName: "Support \u{e9}", call: "DisableAccount",
            account: .anna, subjectKey: .named("k2"), subjectName: "n1", outcome: AuditedCall.begun, request: "3f1c")
        try await store.appendAuditEntry(whole, at: .start)
        try await store.appendAuditEntry(call("Other"), at: .start)
        let all = try await store.listAuditEntries(ListAuditEntries(limit: 10))
        #expect(all.map(\.number) == [2, 1] && all.last?.call == whole && all.last?.at == .start)
        #expect(try await store.listAuditEntries(ListAuditEntries(before: 2, limit: 10)).map(\.number) == [1])
        #expect(try await store.listAuditEntries(ListAuditEntries(account: .anna, limit: 10)).map(\.number) == [1])
        #expect(try await store.listAuditEntries(ListAuditEntries(account: .anna, before: 1, limit: 10)).isEmpty)
        #expect(try await store.listAuditEntries(ListAuditEntries(limit: 1)).map(\.number) == [2])
    }

    @Test("The log is filtered by operator, call and time, and leaves out calls", arguments: StoreKind.allCases)
    func filters(kind: StoreKind) async throws {
        let store = try await filled(kind)
        let key = AuditedCall(
            credential: .apiKey, apiKey: .named("k1"), call: "DisableAccount", account: .anna,
            outcome: AuditedCall.done, request: "r2")
        try await store.appendAuditEntry(key, at: .start.adding(seconds: 5))
        let start = UnixTime.start
        let third = start.adding(seconds: 3)
        let asked: [(ListAuditEntries, [Int64])] = [
            (ListAuditEntries(limit: 9, credential: .operatorToken), [5, 4, 3, 2, 1]),
            (ListAuditEntries(limit: 9, apiKey: .named("k1")), [6]),
            (ListAuditEntries(limit: 9, call: "Call2"), [2]),
            (ListAuditEntries(limit: 9, since: third), [6, 5, 4]),
            (ListAuditEntries(limit: 9, until: third), [3, 2, 1]),
            (ListAuditEntries(limit: 9, omittedCalls: ["Call1", "Call5"]), [6, 4, 3, 2]),
            (ListAuditEntries(limit: 9, omittedCalls: []), [6, 5, 4, 3, 2, 1]),
            (ListAuditEntries(account: .anna, before: 6, limit: 1, since: start, omittedCalls: ["Call4"]), [2]),
        ]
        for (message, numbers) in asked {
            #expect(try await store.listAuditEntries(message).map(\.number) == numbers, "\(message)")
        }
    }

    @Test("A page between two times reads the entries by their numbers, and sorts nothing")
    func plan() async throws {
        let store = try await filled(.sqlite)
        let plans = try await store.database.write { connection -> [String] in
            let asked = ListAuditEntries(limit: 9, call: "Call1", since: .start, until: .start.adding(seconds: 3))
            _ = try connection.auditLog.entries(asked)
            guard case .sqlite(let state) = connection.engine else { return [] }
            let statements = state.compiledStatements.filter { $0.hasPrefix("SELECT") && $0.contains("at >=") }
            return try statements.flatMap { text throws in
                var explain: SQL = "EXPLAIN QUERY PLAN "
                explain.parts.append(.text(SQL.Text(keeping: text)))
                return try connection.all(explain) { row throws(StorageError) in try row["detail"] as String }
            }
        }
        #expect(plans == ["SEARCH audit_entry USING INTEGER PRIMARY KEY (rowid<?)"])
    }

    @Test("The hashes can be recomputed from the entries", arguments: StoreKind.allCases)
    func hashes(kind: StoreKind) async throws {
        let store = try await filled(kind)
        let entries = try await store.listAuditEntries(ListAuditEntries(limit: 10)).reversed()
        var former = [UInt8](repeating: 0, count: 32)
        for entry in entries {
            let text =
                "\(entry.number)\n\(entry.at.rawValue)\noperator-token\n\n\nCall\(entry.number)\n"
                + "\(entry.call.account?.text ?? "")\n\ndone\nr1\n"
            former = Array(SHA256.hash(data: former + Array(text.utf8)))
            #expect(entry.hash == former)
        }
        #expect(try await verified(store) == VerifyAuditLog.Reply(number: 5, hash: former, hasMore: false))
        // The name of a subject is a line of its own.
        var named = call("CancelNotification")
        named.subjectName = "n1"
        try await store.appendAuditEntry(named, at: .start)
        let last = try #require(try await store.listAuditEntries(ListAuditEntries(limit: 1)).first)
        let text = "6\n\(UnixTime.start.rawValue)\noperator-token\n\n\nCancelNotification\n\n\ndone\nr1\nn1\n"
        #expect(last.call == named && last.hash == Array(SHA256.hash(data: former + Array(text.utf8))))
        #expect(try await verified(store).broken == nil)
    }

    @Test("An entry follows only the entry with the number before its own")
    func numbers() {
        let entry = AuditChain.entry(call("Call"), at: .start, after: 4, AuditChain.origin)
        for number in [2, 3, 4, 5] as [Int64] {
            #expect(AuditChain.follows(entry, number: number, AuditChain.origin) == (number == 4))
        }
    }

    @Test("The log is checked in parts", arguments: StoreKind.allCases)
    func parts(kind: StoreKind) async throws {
        let store = try await filled(kind)
        var reply = try await store.verifyAuditLog(after: 0, [], limit: 2)
        #expect(reply.number == 2 && reply.hasMore && reply.broken == nil)
        reply = try await store.verifyAuditLog(after: 2, reply.hash, limit: 3)
        #expect(reply.number == 5 && !reply.hasMore && reply.broken == nil)
        let wrong = try await store.verifyAuditLog(after: 2, [UInt8](repeating: 1, count: 32), limit: 3)
        #expect(wrong.broken == 3)
        let empty = try stores.sessions(kind)
        #expect(try await verified(empty) == VerifyAuditLog.Reply(number: 0, hash: AuditChain.origin, hasMore: false))
    }

    private static let changes: [(change: SQL, broken: Int64?, count: Int64)] = [
        ("UPDATE audit_entry SET outcome = 'FORBIDDEN' WHERE number = 3", 3, 2),
        ("UPDATE audit_entry SET account = 'berta' WHERE number = 4", 4, 3),
        ("UPDATE audit_entry SET api_key_name = '' WHERE number = 2", nil, 5),
        ("UPDATE audit_entry SET subject_name = '' WHERE number = 2", 2, 1),
        ("UPDATE audit_entry SET at = at + 1 WHERE number = 1", 1, 0),
        ("UPDATE audit_entry SET credential = 'what is this' WHERE number = 5", 5, 4),
        ("DELETE FROM audit_entry WHERE number = 2", 2, 1),
        ("DELETE FROM audit_entry WHERE number = 1", 1, 0),
        ("DELETE FROM audit_entry WHERE number = 3; UPDATE audit_entry SET number = number - 1 WHERE number > 3", 3, 2),
        ("DELETE FROM audit_entry WHERE number > 3", nil, 3),
    ]

    @Test(
        "The check finds the first changed or missing entry, also at the end",
        arguments: StoreKind.allCases, AuditLogTests.changes.indices)
    func changed(kind: StoreKind, change: Int) async throws {
        let store = try await filled(kind)
        let (sql, broken, count) = Self.changes[change]
        try await store.database.write { try $0.execute(sql) }
        let reply = try await verified(store)
        #expect(reply.broken == broken && reply.number == count, "\(sql)")
    }

    @Test("The log has no gap and no fork, however many write at once", arguments: StoreKind.allCases)
    func atOnce(kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask { try await store.appendAuditEntry(call("Call\(number)"), at: .start) }
            }
            try await group.waitForAll()
        }
        let reply = try await verified(store)
        #expect(reply.number == 40 && reply.broken == nil)
    }

    @Test("All processes of one PostgreSQL write one log", needsPostgreSQL)
    func processes() async throws {
        let schema = try ServerSchema()
        let databases = try (0..<2).map { _ in try schema.open(SessionStore.self) }
        let stores = databases.map { SessionStore(database: $0, limits: SessionLimits(), tokens: .sample) }
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask { try await stores[number % 2].appendAuditEntry(call("Call\(number)"), at: .start) }
            }
            try await group.waitForAll()
        }
        let reply = try await stores[0].verifyAuditLog(after: 0, [], limit: 100)
        #expect(reply.number == 40 && reply.broken == nil)
        for database in databases { try database.close() }
    }
}
