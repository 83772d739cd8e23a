@testable import Storage

@Suite("Kept security events", .timeLimit(.minutes(10))) struct SecurityEventTests {
    private static let ada = AccountID("5f0c3a9e7b1d2c4f6a8e0b1d")!
    private static let ben = AccountID("6f0c3a9e7b1d2c4f6a8e0b1d")!

    private static func event(
        _ name: String = "sign-in-refused", _ account: AccountID? = nil, at seconds: Int64 = 0
    ) -> KeptSecurityEvent {
        KeptSecurityEvent(
            number: 0, at: UnixTime(milliseconds: seconds * 1000), event: name, account: account, method: "password",
            reason: "wrong password", network: "192.0.2.0/24", subject: "s1", request: "r1")
    }

    private func numbers(
        _ table: SecurityEventTable, of account: AccountID? = nil, kind: String? = nil, before number: Int64 = .max,
        limit: Int = 10
    ) throws -> [Int64] {
        try table.events(of: account, kind: kind, before: number, limit: limit).map(\.number)
    }

    @Test("are numbered, and listed the latest first, by account and kind", arguments: TestEngine.available)
    func lists(engine: TestEngine) async throws {
        try await engine.withConnection(SecurityEventTable.table) { connection in
            let table = SecurityEventTable(connection: connection)
            try table.append([Self.event("sign-in-refused", Self.ada), Self.event("token-reused", Self.ben)])
            try table.append([Self.event("token-reused", Self.ada), Self.event()])
            #expect(try numbers(table) == [4, 3, 2, 1])
            #expect(try numbers(table, of: Self.ada) == [3, 1])
            #expect(try numbers(table, kind: "token-reused") == [3, 2])
            #expect(try numbers(table, of: Self.ada, kind: "token-reused") == [3])
            #expect(try numbers(table, before: 3, limit: 1) == [2])
            var first = Self.event("sign-in-refused", Self.ada)
            first.number = 1
            #expect(try table.events(of: nil, kind: nil, before: 2, limit: 1) == [first])
        }
    }

    @Test("of an account and a kind are found by the account's index")
    func plan() async throws {
        try await TestEngine.sqlite.withConnection(SecurityEventTable.table) { connection in
            let table = SecurityEventTable(connection: connection)
            _ = try numbers(table, of: Self.ada, kind: "sign-in-refused")
            _ = try numbers(table, kind: "sign-in-refused")
            let plans = try connection.plans(of: "security_event")
            #expect(
                Set(plans) == [
                    "SEARCH security_event USING INDEX security_event_of_account (account=? AND number<?)",
                    "SEARCH security_event USING INDEX security_event_by_kind (event=? AND number<?)",
                ])
        }
    }

    @Test("are deleted with their account, and numbers continue", arguments: TestEngine.available)
    func erased(engine: TestEngine) async throws {
        try await engine.withConnection(SecurityEventTable.table) { connection in
            let table = SecurityEventTable(connection: connection)
            try table.append([Self.event("a", Self.ada), Self.event("b", Self.ben), Self.event("c", Self.ada)])
            #expect(try table.delete(of: Self.ada) == 2)
            #expect(try numbers(table) == [2])
            #expect(try numbers(table, of: Self.ada) == [])
        }
    }

    @Test("are limited in number and age", arguments: TestEngine.available)
    func bounded(engine: TestEngine) async throws {
        try await engine.withConnection(SecurityEventTable.table) { connection in
            let table = SecurityEventTable(connection: connection)
            try table.append((0..<10).map { Self.event(at: $0) })
            let moment = UnixTime(milliseconds: 5000)
            #expect(try table.deleteOld(before: moment, limit: 3) == 3)
            #expect(try numbers(table).last == 4)
            #expect(try table.deleteOld(before: moment, limit: 3) == 2)
            #expect(try table.deleteOld(before: moment, limit: 3) == 0)
            #expect(try numbers(table) == [10, 9, 8, 7, 6])
            try table.append((10..<13).map { Self.event(at: $0) }, maximum: 4)
            #expect(try numbers(table) == [13, 12, 11, 10])
        }
    }
}

extension Connection {
    /// The steps of the plans of the compiled statements that name a table.
    fileprivate func plans(of table: String) throws -> [String] {
        guard case .sqlite(let state) = engine else { return [] }
        let statements = state.compiledStatements.filter { $0.hasPrefix("SELECT") && $0.contains(table) }
        return try statements.flatMap { text throws in
            var explain: SQL = "EXPLAIN QUERY PLAN "
            explain.parts.append(.text(SQL.Text(keeping: text)))
            return try all(explain) { row throws(StorageError) in try row["detail"] as String }
        }
    }
}
