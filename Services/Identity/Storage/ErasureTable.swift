import Models
import Storage

struct ErasureTable {
    let connection: Connection

    /// The records of erasures. A record contains the account's id until all services have confirmed. Afterwards it no
    /// longer identifies the account.
    static let tables: SQL = """
        CREATE TABLE erasure (
            id TEXT PRIMARY KEY NOT NULL,
            account TEXT,
            -- See `ErasureSubject`.
            subject TEXT NOT NULL,
            secret_hash BLOB,
            -- Of the tombstone in the accounts feed.
            sequence INTEGER NOT NULL,
            asked_at INTEGER NOT NULL,
            completed_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pending_erasure ON erasure (sequence) WHERE completed_at IS NULL;
        CREATE INDEX erasure_by_moment ON erasure (asked_at);

        CREATE TABLE erasure_confirmation (
            erasure TEXT NOT NULL REFERENCES erasure (id),
            service TEXT NOT NULL,
            confirmed_at INTEGER NOT NULL,
            PRIMARY KEY (erasure, service)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE erasure_count (
            erasure TEXT NOT NULL REFERENCES erasure (id),
            service TEXT NOT NULL,
            table_name TEXT NOT NULL,
            row_count INTEGER NOT NULL,
            gone_by INTEGER,
            PRIMARY KEY (erasure, service, table_name)
        ) STRICT, WITHOUT ROWID;
        """

    func insert(_ asked: AskedErasure, of account: AccountID, sequence: UInt64) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO erasure (id, account, subject, secret_hash, sequence, asked_at) VALUES (\(asked.id), \
            \(account), \(ErasureSubject.text(of: account, in: asked.id)), \(asked.secretHash), \(sequence), \
            \(asked.at))
            """)
    }

    func askedAt(_ erasure: ErasureID) throws(StorageError) -> UnixTime? {
        try connection.value("SELECT asked_at FROM erasure WHERE id = \(erasure)")
    }

    /// Returns the hash of the secret for an erasure; nil if the erasure is unknown, or if only operators may read it.
    func secretHash(of erasure: ErasureID) throws(StorageError) -> [UInt8]? {
        try connection.value("SELECT secret_hash FROM erasure WHERE id = \(erasure)")
    }

    func find(_ erasure: ErasureID) throws(StorageError) -> Erasure? {
        let confirmed = try confirmations(of: erasure)
        return try connection.first("SELECT subject, asked_at, completed_at FROM erasure WHERE id = \(erasure)") {
            row throws(StorageError) in
            try Erasure(
                id: erasure, subject: row["subject"], askedAt: row["asked_at"], completedAt: row["completed_at"],
                confirmed: confirmed)
        }
    }

    private func confirmations(of erasure: ErasureID) throws(StorageError) -> [Erasure.Confirmation] {
        let services = try connection.all(
            "SELECT service, confirmed_at FROM erasure_confirmation WHERE erasure = \(erasure) ORDER BY service"
        ) { row throws(StorageError) -> (name: ServiceName, at: UnixTime)? in
            // A later version may have stored services that this version does not know, so these are left out.
            guard let name = ServiceName(try row["service"] as String) else { return nil }
            return (name: name, at: try row["confirmed_at"] as UnixTime)
        }
        return try services.map { service throws(StorageError) in
            Erasure.Confirmation(
                service: service.name, at: service.at, tables: try counts(of: erasure, in: service.name))
        }
    }

    private func counts(of erasure: ErasureID, in service: ServiceName) throws(StorageError) -> [ErasedTable] {
        try connection.all(
            """
            SELECT table_name, row_count, gone_by FROM erasure_count \
            WHERE erasure = \(erasure) AND service = \(service.description) ORDER BY table_name
            """
        ) { row throws(StorageError) in
            ErasedTable(try row["table_name"], rows: try row["row_count"], goneBy: try row["gone_by"])
        }
    }

    func hasPending(_ service: ServiceName) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM erasure e WHERE completed_at IS NULL AND NOT EXISTS (SELECT 1 FROM erasure_confirmation c \
            WHERE c.erasure = e.id AND c.service = \(service.description)) LIMIT 1
            """)
    }

    /// Returns the records up to a position in the accounts feed, the earliest first.
    func pending(
        _ service: ServiceName, of account: AccountID? = nil, through sequence: UInt64
    ) throws(StorageError) -> [ErasureID] {
        try connection.values(
            """
            SELECT id FROM erasure e WHERE completed_at IS NULL AND sequence <= \(sequence) \
            AND (\(account) IS NULL OR account = \(account)) AND NOT EXISTS (SELECT 1 FROM erasure_confirmation c \
            WHERE c.erasure = e.id AND c.service = \(service.description)) ORDER BY sequence
            """)
    }

    func pendingOwn() throws(StorageError) -> [(erasure: ErasureID, account: AccountID)] {
        try connection.all(
            """
            SELECT id, account FROM erasure e WHERE completed_at IS NULL AND account IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM erasure_confirmation c \
            WHERE c.erasure = e.id AND c.service = \(ServiceName.identity.description))
            """
        ) { row throws(StorageError) in
            (erasure: try row["id"], account: try row["account"])
        }
    }

    /// Adds the numbers of rows that a service has deleted.
    func count(_ tables: [ErasedTable], of erasure: ErasureID, in service: ServiceName) throws(StorageError) {
        for table in tables {
            try connection.run(
                """
                INSERT INTO erasure_count (erasure, service, table_name, row_count, gone_by) VALUES (\(erasure), \
                \(service.description), \(table.name), \(table.rows), \(table.goneBy)) ON CONFLICT DO NOTHING
                """)
        }
    }

    /// Records that a service has deleted all data of the account. The last confirmation completes the erasure.
    func confirm(_ erasure: ErasureID, by service: ServiceName, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO erasure_confirmation (erasure, service, confirmed_at) \
            VALUES (\(erasure), \(service.description), \(now)) ON CONFLICT DO NOTHING
            """)
        let confirmed: Int =
            try connection.value("SELECT count(*) FROM erasure_confirmation WHERE erasure = \(erasure)") ?? 0
        guard confirmed >= Erasure.services.count else { return }
        try connection.run(
            """
            UPDATE erasure SET account = NULL, completed_at = CASE WHEN asked_at > \(now) THEN asked_at ELSE \(now) END \
            WHERE id = \(erasure) AND completed_at IS NULL
            """)
    }

    /// Deletes about `limit` old records, by the time of the request or of the completion. Returns their number.
    func deleteOld(
        askedBefore oldest: UnixTime, completedBefore moment: UnixTime, limit: Int
    ) throws(StorageError) -> Int {
        let old: [ErasureID] = try connection.values(
            """
            SELECT id FROM erasure WHERE asked_at < \(moment) \
            AND (asked_at < \(oldest) OR completed_at < \(moment)) ORDER BY asked_at
            """, limit: limit)
        for erasure in old {
            try connection.run("DELETE FROM erasure_count WHERE erasure = \(erasure)")
            try connection.run("DELETE FROM erasure_confirmation WHERE erasure = \(erasure)")
            try connection.run("DELETE FROM erasure WHERE id = \(erasure)")
        }
        return old.count
    }
}
