public import Models

/// Records acts of operators. Every write of a task with an act (`RequestValidity.act`) records the act if it changes
/// something. So a record with `is_done` exists exactly if the act has changed something, whatever crashes, and
/// auth-session can settle the act's entry in the audit log afterwards.
public enum PerformedActTable {
    public static let table: SQL = """
        CREATE TABLE performed_act (
            id TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX performed_act_by_time ON performed_act (at);
        """

    /// How long a record is kept, in seconds. auth-session asks within minutes, or when it runs again.
    private static let keptFor: Int64 = 90 * 86_400

    /// Records an act. Throws `requestOver` if the act was settled as not performed.
    static func record(_ act: ActMark, in connection: Connection) throws(StorageError) {
        if let isDone = try isDone(act, in: connection) {
            guard isDone else { throw .requestOver }
            return
        }
        try insert(act, isDone: true, in: connection)
    }

    /// Returns whether the act was performed. If it was not, it is refused from now on.
    public static func settle(_ act: ActMark, in connection: Connection) throws(StorageError) -> Bool {
        if let isDone = try isDone(act, in: connection) { return isDone }
        try insert(act, isDone: false, in: connection)
        return false
    }

    private static func isDone(_ act: ActMark, in connection: Connection) throws(StorageError) -> Bool? {
        try connection.value("SELECT is_done FROM performed_act WHERE id = \(act.id)")
    }

    private static func insert(_ act: ActMark, isDone: Bool, in connection: Connection) throws(StorageError) {
        try connection.run("DELETE FROM performed_act WHERE at < \(act.at.adding(seconds: -keptFor))")
        try connection.run("INSERT INTO performed_act (id, at, is_done) VALUES (\(act.id), \(act.at), \(isDone))")
    }
}
