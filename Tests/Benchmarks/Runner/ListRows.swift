import GRDB

struct ListRows: Sendable {
    let people: Int
    let notifications: Int

    /// Beside the notifications, and before all of them.
    static let announcements = 1000
    static let series = 200
    static let keys = 200
    /// As many as a service keeps at most.
    static let securityEvents = 100_000
    static let inbox = 200
    static let tokenPrefix = "0000000a"
    static let session = "session0000010"

    var asked: String { Self.id("person", people / 2) }
    var askedName: String { Self.id("user", people / 2) }
    /// Milliseconds since 1970, for all rows alike.
    let now = Int64(Date().timeIntervalSince1970) * 1000

    /// A week ago: of those who were made since, all are found.
    static var sinceLately: String { Date(timeIntervalSinceNow: -7 * 86_400).ISO8601Format() }

    private static func id(_ word: String, _ number: Int) -> String {
        let digits = String(number)
        return word + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    func fill(_ folder: URL) async throws {
        let statements = [
            "identity": identity, "auth-session": authSession, "push": try push, "preferences": preferences,
            "location": location,
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, statements) in statements {
                group.addTask { try run(statements, in: folder.appending(path: "\(name).sqlite")) }
            }
            try await group.waitForAll()
        }
    }

    private func run(_ statements: [String], in file: URL) throws {
        var configuration = Configuration()
        // A look at the account of each row would be half of the time.
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: file.path, configuration: configuration)
        try database.inDatabase { database in
            // Nothing is lost that cannot be filled again.
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try database.execute(sql: "PRAGMA cache_size = -200000")
            try database.inTransaction {
                for statement in statements { try database.execute(sql: statement) }
                return .commit
            }
        }
        try database.close()
    }

    /// The numbers from 1 as the column `i` of the table `n`, for the SELECT that follows.
    func numbers(_ count: Int) -> String {
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
    }

    // MARK: Who there is

    private var identity: [String] {
        [
            """
            INSERT INTO account (id, status, username, email, verified_email, email_verified_at, first_name, last_name, \
            display_name, created_at, updated_at, verified_at, login_at, folded_names, names_folded_at) \(numbers(people)) \
            SELECT printf('person%07d', i), CASE WHEN i % 1000 = 0 THEN 'disabled' ELSE 'active' END, \
            printf('user%07d', i), printf('p%07d@example.org', i), \
            CASE WHEN i % 5 = 0 THEN printf('p%07d@example.org', i) END, CASE WHEN i % 5 = 0 THEN \(now) END, \
            CASE WHEN i % 2000 = 1 THEN 'Grace' ELSE 'Ada' END, printf('Name%d', i % 5000), printf('Person %d', i), \
            \(now) - (\(people) - i) * 1000, \(now), \(now), \(now), \
            printf(' %s name%d person %d', CASE WHEN i % 2000 = 1 THEN 'grace' ELSE 'ada' END, i % 5000, i), \(now) FROM n
            """,
            // In the order of the table's key.
            """
            INSERT OR IGNORE INTO name_part (part, account) \(numbers(7)) SELECT substr(word, i), account FROM ( \
            SELECT lower(first_name) AS word, number AS account FROM account \
            UNION ALL SELECT lower(last_name), number FROM account \
            UNION ALL SELECT 'person', number FROM account UNION ALL SELECT CAST(number AS TEXT), number FROM account) \
            JOIN n ON i = 1 OR i <= length(word) - 2 ORDER BY 1, 2
            """,
            // Both in the order of the names already.
            "INSERT INTO sign_in_name (name, account) SELECT email, number FROM account ORDER BY number",
            "INSERT INTO sign_in_name (name, account) SELECT username, number FROM account ORDER BY number",
            """
            INSERT INTO password (account, generation, changed_at, salt, hash, rounds, block_size, parallelism) \
            SELECT number, 1, \(now), zeroblob(16), zeroblob(32), 16384, 8, 1 FROM account WHERE number % 10 <> 0
            """,
            """
            INSERT INTO passkey (id, account, credential_id, algorithm, public_key, sign_count, is_backup_eligible, \
            is_backed_up, transports, name, created_at) SELECT printf('key%07d', number), number, \
            CAST(id AS BLOB), -7, zeroblob(77), 0, 1, 1, 'internal', 'phone', \(now) FROM account WHERE number % 20 = 0
            """,
            """
            INSERT INTO provider_link (issuer, subject_hash, account, linked_at) SELECT 'https://issuer.example', \
            printf('%064d', number), number, \(now) FROM account WHERE number % 50 = 0
            """,
            securityLog,
        ]
    }

    /// Behind what the first start has written.
    private var securityLog: String {
        """
        INSERT INTO security_event (at, event, account, method, reason, network, request) \
        \(numbers(Self.securityEvents)) SELECT \(now) - \(Self.securityEvents) + i, \
        CASE WHEN i % 10000 = 0 THEN 'password-changed' ELSE 'sign-in-refused' END, \
        CASE WHEN i % 10000 = 1 THEN '\(asked)' ELSE printf('person%07d', i) END, 'password', 'wrong password', \
        '192.0.2.0/24', printf('request%07d', i) FROM n
        """
    }

    private var authSession: [String] {
        [
            """
            INSERT INTO account (id, status, is_confirmed) \(numbers(people)) \
            SELECT printf('person%07d', i), 'active', 1 FROM n
            """,
            """
            INSERT INTO session (number, id, account, sign_in_method, kind, is_remembered, authenticated_at, created_at, \
            last_activity_at, due_at, secret_hash) \(numbers(people)) SELECT i, printf('session%07d', i), \
            printf('person%07d', i), 'password', 'opaque', 1, \(now), \(now), \(now), \(now) + 2592000000, \
            CAST(printf('%032d', i) AS BLOB) FROM n
            """,
            """
            INSERT INTO session_client (session, app_version, device_type, device_model, os_name, os_version, user_agent) \
            \(numbers(people)) SELECT i, '1.' || (i % 20), 'phone', 'Phone 12', \
            CASE WHEN i % 2 = 0 THEN 'iOS' ELSE 'Android' END, (12 + i % 5) || '.1', 'App/1.0' FROM n
            """,
            """
            INSERT INTO api_key (id, name, publisher, scopes, secret_hash, created_at) \(numbers(Self.keys)) \
            SELECT printf('key%07d', i), printf('shop %d', i), printf('shop%d', i), 'publish', \
            CAST(printf('%032d', i) AS BLOB), \(now) FROM n
            """,
            """
            INSERT INTO audit_entry (number, at, credential, call, account, outcome, request, hash) \(numbers(people)) \
            SELECT i, \(now) - \(people) + i, 'operator-token', 'findAccount', \
            CASE WHEN i % 2 = 0 THEN printf('person%07d', i) END, '200', printf('request%07d', i), zeroblob(32) FROM n
            """,
            securityLog,
        ]
    }
}
