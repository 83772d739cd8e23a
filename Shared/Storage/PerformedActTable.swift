// Which acts of operators a service has done, written in the transactions that did them.

public import Models

/// The acts of operators that a service has done, and those that it is never to do.
///
/// Every write of a task that works on an act (`RequestValidity.act`) notes it when it changes something. So an act is noted
/// exactly when it is done, whatever dies in between, and auth-session can settle its entry in the audit log afterwards.
public enum PerformedActTable {
    /// The statement that makes the table.
    public static let table: SQL = """
        CREATE TABLE performed_act (
            id TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX performed_act_by_time ON performed_act (at);
        """

    /// What each service's export says of the table.
    public static let meaning = "which acts of operators were done, by random names"

    /// How long a row is kept, in seconds: auth-session asks within minutes, or when it is there again.
    private static let keptFor: Int64 = 90 * 86_400

    /// Notes that an act is done.
    ///
    /// - Throws: `requestOver` for one that was settled as not done; `StorageError`.
    static func record(_ act: ActMark, in connection: Connection) throws(StorageError) {
        if let isDone = try isDone(act, in: connection) {
            guard isDone else { throw .requestOver }
            return
        }
        try insert(act, isDone: true, in: connection)
    }

    /// Whether an act was done. One that was not never will be.
    ///
    /// - Throws: `StorageError`.
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
        try connection.run(
            "INSERT INTO performed_act (id, at, is_done) VALUES (\(act.id), \(act.at), \(isDone))")
    }
}
