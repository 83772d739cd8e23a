// The steps that make a database, and bring one of an earlier version to the present.

/// One step of a database's history: the first one makes the tables of version 1, each later one adds to them.
///
/// Steps are only ever appended: one that has been released is never changed, moved or removed, since databases exist in
/// which it has run. Each runs in a transaction of its own and is remembered in the database by its name. Its SQL is
/// worded for both engines: it compares what is no truth value (`flag <> 0`), and has no trigger.
public struct Migration: Sendable {
    /// Identifies the step in the database, and tells the first step of one service from that of another.
    public let name: String
    let body: @Sendable (Connection) throws -> Void

    /// A step that needs code.
    public init(_ name: String, _ body: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// A step that is SQL alone.
    public init(_ name: String, sql: SQL) {
        self.init(name) { try $0.execute(sql) }
    }

    /// The names of the steps that a database has run, in their order.
    ///
    /// - Throws: `StorageError`.
    static func applied(in connection: Connection) throws(StorageError) -> [String] {
        try connection.values("SELECT name FROM migrations ORDER BY number")
    }
}

extension [Migration] {
    /// Runs the first step that the database has not run, in the transaction that is open. No other process may do the
    /// same meanwhile.
    ///
    /// - Parameters:
    ///   - path: The database, for errors.
    ///   - loss: Thrown where nothing has run yet: there has been a database.
    /// - Returns: Nil after a step. When nothing was left to do, the steps of a newer program that the database has run
    ///   behind all of these.
    func runNext(
        in connection: Connection, path: String, whenNew loss: @autoclosure () -> StorageError?
    ) throws -> [String]? {
        if let twice = firstRepeatedName {
            throw StorageError.migrationFailed(name: twice, reason: "two migrations have this name")
        }
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
        let applied = try Migration.applied(in: connection)
        let (pending, later) = try compare(with: applied, path: path)
        if applied.isEmpty, let loss = loss() { throw loss }
        guard let next = pending.first else { return Array<String>(later) }
        do { try next.body(connection) } catch { throw MigrationFailure(name: next.name, cause: error) }
        try connection.run("INSERT INTO migrations (name) VALUES (\(next.name))")
        return nil
    }

    /// Which of these steps a database has still to run, and what it has run behind all of them. One of the two is empty.
    ///
    /// - Parameter applied: The names of what it has run, in their order.
    /// - Throws: `earlierBuild`, `newerSchema` or `migrationFailed` where it has another history.
    func compare(
        with applied: [String], path: String
    ) throws(StorageError) -> (pending: ArraySlice<Migration>, later: ArraySlice<String>) {
        let names = map(\.name)
        let common = zip(names, applied).prefix { $0 == $1 }.count
        if common == names.count || common == applied.count {
            return (dropFirst(common), applied.dropFirst(common))
        }
        if let first = applied.first, !names.contains(first) {
            throw .earlierBuild(path: path, found: EarlierBuild.history(applied))
        }
        let unknown = applied.filter { !names.contains($0) }
        guard unknown.isEmpty else { throw .newerSchema(path: path, unknown: unknown) }
        throw .migrationFailed(
            name: names[common],
            reason: "it stands before migrations that have run in this database; append it instead")
    }

    private var firstRepeatedName: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0.name).inserted }?.name
    }
}

/// An error of a step's body, with the name of the step.
struct MigrationFailure: Error {
    var name: String
    var cause: any Error

    /// What is wrong with the machine or the file stays what it is; what is wrong with the step names the step.
    var storageError: StorageError {
        switch cause as? StorageError {
        case .some(let cause) where cause.concernsTheFile: cause
        case .some(let cause): .migrationFailed(name: name, reason: cause.description)
        case nil: .migrationFailed(name: name, reason: String(describing: cause))
        }
    }
}

extension StorageError {
    /// Whether any statement would have met this error.
    fileprivate var concernsTheFile: Bool {
        switch self {
        case .diskFull, .busy, .corrupt, .inputOutput, .readOnly, .cannotOpen, .serverUnavailable,
            .serializationFailure,
            .outcomeUnknown:
            true
        default: false
        }
    }
}
