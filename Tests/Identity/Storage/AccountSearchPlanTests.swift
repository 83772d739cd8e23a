@testable import Identity
@testable import Storage

@Suite("Lists of many accounts", .timeLimit(.minutes(10))) struct AccountSearchPlanTests {
    private let stores = ScratchStores()

    /// Of each ten thousand one is called `Grace` and disabled, all others `Ada`; ten are made at a time.
    private static let accounts = 30_000

    private func filled(_ kind: StoreKind) async throws -> IdentityStore {
        let store = try stores.identity(kind)
        // In portions, each well within the time that a statement has on a busy machine.
        for first in stride(from: 1, through: Self.accounts, by: 3_000) {
            try await store.database.write { connection in
                try connection.run(
                    """
                    WITH RECURSIVE n (i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i < \(first + 2_999)) \
                    INSERT INTO account (id, status, username, first_name, created_at, updated_at, verified_at, \
                    folded_names, names_folded_at) \
                    SELECT 'id' || i, CASE WHEN i % 10000 = 0 THEN 'disabled' ELSE 'active' END, 'user' || i, \
                    CASE WHEN i % 10000 = 0 THEN 'Grace' ELSE 'Ada' END, i / 10, 0, 0, \
                    CASE WHEN i % 10000 = 0 THEN ' grace hopper' ELSE ' ada hopper' END, 0 FROM n
                    """)
                // The words, without their ends.
                for word: SQL in ["lower(first_name)", "'hopper'"] {
                    try connection.run(
                        """
                        INSERT INTO name_part (part, account) SELECT \(word), number FROM account \
                        WHERE NOT EXISTS (SELECT 1 FROM name_part WHERE account = number AND part = \(word))
                        """)
                }
                try connection.run(
                    """
                    INSERT INTO sign_in_name (name, account) SELECT username, number FROM account \
                    WHERE NOT EXISTS (SELECT 1 FROM sign_in_name WHERE name = username)
                    """)
            }
        }
        // As PostgreSQL does by itself; without names it would read the tables of other tests too, and lock them in another
        // order.
        if kind == .postgreSQL {
            try await store.database.write { try $0.execute("ANALYZE account, sign_in_name, name_part") }
        }
        return store
    }

    private func filter(
        _ query: String? = nil, _ status: AccountStatus? = nil, _ method: AuthenticationMethod? = nil,
        since: UnixTime? = nil
    ) throws -> AccountFilter {
        try AccountFilter(
            ListAccounts(query: query.map(Personal.init), status: status, method: method, since: since, limit: 1))
    }

    private func search(_ connection: Connection) throws {
        for wanted in [
            try filter("gra"), try filter("hop gra"), try filter("ada"), try filter(nil, .disabled),
            try filter(nil, nil, .apple), try filter(since: UnixTime(milliseconds: 2_000)),
        ] {
            let search = AccountSearch(connection: connection, filter: wanted)
            // The export of all people as a file asks for the pages after this one.
            let page = try search.page(after: nil, limit: 9)
            if let next = page.next { _ = try search.page(after: next, limit: 9) }
        }
    }

    @Test("A search finds what few and what many have, in pages of a bounded cost", arguments: StoreKind.allCases)
    func pages(kind: StoreKind) async throws {
        let store = try await filled(kind)
        let few = try await store.listAccounts(filter("gra"), after: nil, limit: 50)
        #expect(few.accounts.map(\.id.text) == ["id30000", "id20000", "id10000"] && few.next == nil)
        let both = try await store.listAccounts(filter("hopper gra"), after: nil, limit: 50, counting: true)
        #expect(both.accounts.map(\.id.text) == few.accounts.map(\.id.text) && both.total == 3)
        let many = try await store.listAccounts(filter("ada"), after: nil, limit: 3, counting: true)
        #expect(
            many.accounts.map(\.id.text) == ["id29999", "id29998", "id29997"] && many.next != nil && many.total == nil)
        let disabled = try await store.listAccounts(filter(nil, .disabled), after: nil, limit: 50)
        #expect(disabled.accounts.map(\.id.text) == few.accounts.map(\.id.text) && disabled.next == nil)
        // Each page reads only its limit of accounts, and together they read each account once.
        var (pages, position) = (0, AccountPosition?.none)
        repeat {
            let page = try await store.listAccounts(filter(nil, nil, .password), after: position, limit: 50)
            #expect(page.accounts.isEmpty)
            position = page.next
            pages += 1
        } while position != nil
        let perPage = AccountSearch.portion * AccountSearch.maximumPortions
        #expect(pages == Self.accounts / perPage + 1)
        // Few of the many accounts with the name have the status. The pages must not lose any of them.
        var found: [String] = []
        repeat {
            let page = try await store.listAccounts(filter("user", .disabled), after: position, limit: 2)
            found += page.accounts.map(\.id.text)
            position = page.next
        } while position != nil
        #expect(found == ["id30000", "id20000", "id10000"])
    }

    @Test("SQLite lists accounts by an index, and never reads all")
    func sqlite() async throws {
        let store = try await filled(.sqlite)
        let plans = try await store.database.write { connection in
            try search(connection)
            guard case .sqlite(let state) = connection.engine else { return [] as [String] }
            return try state.compiledStatements.filter { $0.hasPrefix("SELECT") }.flatMap { text throws in
                try connection.explain("EXPLAIN QUERY PLAN ", text, column: "detail")
            }
        }
        for step in [
            "SEARCH sign_in_name USING PRIMARY KEY (name>? AND name<?)",
            "SEARCH account USING INDEX account_by_contact_email (<expr>>? AND <expr><?)",
            "SEARCH name_part USING PRIMARY KEY (part>? AND part<?)",
            "SEARCH a USING INDEX account_by_moment (created_at>? AND created_at<?)",
            "SEARCH a USING INDEX disabled_account (created_at>? AND created_at<?)",
            "SEARCH a USING INTEGER PRIMARY KEY (rowid=?)",
        ] {
            #expect(plans.contains { $0.replacing("COVERING ", with: "").hasPrefix(step) }, "\(step) in \(plans)")
        }
        #expect(!plans.contains { $0 == "SCAN account" || $0 == "SCAN a" || $0.hasPrefix("SCAN sign_in_name") })
        #expect(!plans.contains { $0.hasPrefix("SCAN name_part") })
    }

    @Test(
        "PostgreSQL lists accounts by an index, and never reads all",
        .enabled(if: StoreKind.allCases.contains(.postgreSQL)))
    func postgreSQL() async throws {
        let store = try await filled(.postgreSQL)
        let plans = try await store.database.write { connection in
            try search(connection)
            // The plan of a statement that is prepared once for all values.
            try connection.execute("SET LOCAL plan_cache_mode = force_generic_plan")
            let prepared = try connection.all(
                """
                SELECT name::text AS name, cardinality(parameter_types) AS count FROM pg_prepared_statements \
                WHERE statement LIKE 'SELECT%account%' AND statement LIKE '%created_at%'
                """
            ) { row throws(StorageError) in (name: try row["name"] as String, count: try row["count"] as Int) }
            return try prepared.map { name, count throws in
                let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
                let call = count == 0 ? "EXECUTE \"\(name)\"" : "EXECUTE \"\(name)\"(\(values))"
                return try connection.explain("EXPLAIN ", call, column: "QUERY PLAN")
                    .joined(separator: "\n")
            }
        }
        #expect(plans.count >= 4)
        for index in [
            "account_by_moment", "disabled_account", "account_by_contact_email", "name_part_pkey", "sign_in_name_pkey",
        ] {
            #expect(plans.contains { $0.contains(index) }, "\(index)")
        }
        for plan in plans {
            #expect(!plan.contains("Seq Scan on account") && !plan.contains("Seq Scan on sign_in_name"), "\(plan)")
        }
    }
}

extension Connection {
    fileprivate func explain(_ words: StaticString, _ statement: String, column: StaticString) throws -> [String] {
        var explain = SQL(stringLiteral: words)
        explain.parts.append(.text(SQL.Text(keeping: statement)))
        return try all(explain) { row throws(StorageError) in try row[column] as String }
    }
}
