/// One step of a database's history. A released step is never changed, moved or removed, because it has run in existing
/// databases. Each step runs in its own transaction. Its SQL must run on both engines: it compares flags with numbers
/// (`flag <> 0`) and creates no trigger.
public struct Migration: Sendable {
    /// The step's name. The first step's name is also unique among services.
    public let name: String
    let body: @Sendable (Connection) throws -> Void

    public init(_ name: String, _ body: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.body = body
    }

    public init(_ name: String, sql: SQL) { self.init(name) { try $0.execute(sql) } }

    /// The names of the steps that a database has run, in their order.
    package static func applied(in connection: Connection) throws(StorageError) -> [String] {
        try connection.values("SELECT name FROM migrations ORDER BY number")
    }
}

extension [Migration] {
    /// Runs the first missing step in the open transaction, which excludes other processes. Returns nil after a step.
    /// If no step was missing, returns the later steps that a newer program has run.
    /// - Parameter loss: The error to throw if no step has run although there was a database.
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

    /// Compares this list with the steps that a database has run. Returns the missing steps and the steps that only the
    /// database knows; one of the two lists is empty. Throws `earlierBuild`, `newerSchema` or `migrationFailed` if the
    /// database has another history.
    package func compare(
        with applied: [String], path: String
    ) throws(StorageError) -> (pending: ArraySlice<Migration>, later: ArraySlice<String>) {
        let names = map(\.name)
        let common = zip(names, applied).prefix { $0 == $1 }.count
        if common == names.count || common == applied.count { return (dropFirst(common), applied.dropFirst(common)) }
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

struct MigrationFailure: Error {
    var name: String
    var cause: any Error

    /// The error as a `StorageError`. Problems of the machine or the file stay as they are; other errors name the step.
    var storageError: StorageError {
        switch cause as? StorageError {
        case .some(let cause) where cause.concernsTheFile: cause
        case .some(let cause): .migrationFailed(name: name, reason: cause.description)
        case nil: .migrationFailed(name: name, reason: String(describing: cause))
        }
    }
}

extension StorageError {
    fileprivate var concernsTheFile: Bool {
        switch self {
        case .diskFull, .busy, .corrupt, .inputOutput, .readOnly, .cannotOpen, .serverUnavailable,
            .serializationFailure, .outcomeUnknown:
            true
        default: false
        }
    }
}
