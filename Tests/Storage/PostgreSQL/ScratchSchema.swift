@testable import Storage

struct ScratchSchema {
    let server: TestPostgreSQL
    let address: PostgreSQLAddress
    var options = PostgreSQLOptions()

    init() throws {
        server = try TestPostgreSQL.shared.get()
        address = try PostgreSQLAddress(server.address())
        let name = "test_\(UInt32.random(in: 0 ... .max))"
        options.requiresDurability = false
        options.schema = name
        try PostgreSQLConnection(address, options: options).runScript("CREATE SCHEMA \(name)")
    }

    func connection(_ change: (inout PostgreSQLOptions) -> Void = { _ in }) -> PostgreSQLConnection {
        var options = options
        change(&options)
        return PostgreSQLConnection(address, options: options)
    }

    /// A connection, and a table of notes with a rule to break.
    func withNotes() throws -> PostgreSQLConnection {
        let connection = connection()
        try connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT")
        return connection
    }

    /// A constraint on the notes that is checked at COMMIT, and ends the connection there.
    static let hangingUp = """
        CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER hanging_up AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION hang_up()
        """
}

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")

extension PostgreSQLConnection {
    func rows<Value>(_ sql: SQL, _ read: (PostgreSQLStatement) throws -> Value) throws -> [Value] {
        let statement = try begin(sql)
        defer { statement.end() }
        var values: [Value] = []
        while try statement.step() { values.append(try read(statement)) }
        return values
    }

    func texts(_ sql: SQL) throws -> [String?] { try rows(sql) { $0.text(0) } }
    func integers(_ sql: SQL) throws -> [Int64?] { try rows(sql) { $0.integer(0) } }

    func addNote(_ text: String) throws { _ = try run("INSERT INTO notes (text) VALUES (\(text))") }
    func notes() throws -> [String?] { try texts("SELECT text FROM notes ORDER BY id") }

    /// Ends the server's process for this connection, as an operator or a crash would, by another connection.
    func killBackend(by other: PostgreSQLConnection) throws {
        let process = Int64(try opened().backendProcess)
        _ = try other.run("SELECT pg_terminate_backend(\(process)::int)")
        while try other.integers("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process)") != [0] {}
    }
}

extension StorageError? {
    var name: String { self.map { Mirror(reflecting: $0).children.first?.label ?? "\($0)" } ?? "" }

    /// The SQLSTATE, where it has no case of its own.
    var state: String? {
        guard case .postgreSQL(let state, _) = self else { return nil }
        return state
    }

    var broken: ConstraintKind? {
        guard case .constraint(let kind, _) = self else { return nil }
        return kind
    }
}
