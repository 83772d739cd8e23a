import Models
import Storage

/// Acts with a beginning but no outcome in the audit log.
struct BegunActTable {
    /// `entry` is the number of the entry of the beginning.
    static let table: SQL = """
        CREATE TABLE begun_act (
            id TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            service TEXT NOT NULL,
            entry INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX begun_act_by_time ON begun_act (at);
        """

    let connection: Connection

    func insert(_ act: BegunAct, entry: Int64) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO begun_act (id, at, service, entry) \
            VALUES (\(act.mark.id), \(act.mark.at), \(act.target.description), \(entry))
            """)
    }

    /// Returns the number of the beginning's entry; nil if its outcome was recorded before.
    func remove(_ act: ActMark) throws(StorageError) -> Int64? {
        let entry: Int64? = try connection.value("SELECT entry FROM begun_act WHERE id = \(act.id)")
        guard let entry else { return nil }
        try connection.run("DELETE FROM begun_act WHERE id = \(act.id)")
        return entry
    }

    func all(before moment: UnixTime, limit: Int) throws(StorageError) -> [BegunAct] {
        try connection.all(
            "SELECT id, at, service FROM begun_act WHERE at < \(moment) ORDER BY at", limit: limit
        ) { row throws(StorageError) -> BegunAct? in
            let name: String = try row["service"]
            guard let target = ServiceName(name) else { return nil }
            return BegunAct(mark: ActMark(id: try row["id"], at: try row["at"]), target: target)
        }
    }
}
