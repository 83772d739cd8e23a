import Models
import Storage

/// The readers of devices whose owners want to be notified of new readers.
struct ReaderNoticeTable {
    let connection: Connection

    /// The most readers that are remembered for a device. An older reader counts as new again. The limit exists because
    /// a stranger can invent readers.
    static let maximumReaders = 1000
    /// The least time between two notices about a device, in seconds.
    static let pause: Int64 = 3600

    static let tables: SQL = """
        -- Whether its owner learns of new readers.
        ALTER TABLE device ADD COLUMN tells_readers INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE reader_notice (
            device INTEGER PRIMARY KEY REFERENCES device (number) ON DELETE CASCADE,
            -- Of the owner.
            account TEXT NOT NULL,
            told_at INTEGER,
            -- The first new reader since then, and how many more there are.
            reader TEXT,
            others INTEGER NOT NULL DEFAULT 0,
            at INTEGER
        ) STRICT;
        CREATE INDEX reader_notice_by_account ON reader_notice (account);
        CREATE INDEX waiting_reader_notice ON reader_notice (device) WHERE reader IS NOT NULL;

        CREATE TABLE known_reader (
            number INTEGER PRIMARY KEY,
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            -- A device, or a member of a circle.
            reader TEXT NOT NULL,
            UNIQUE (device, reader)
        ) STRICT;

        -- What push has not taken yet.
        CREATE TABLE reader_message (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL,
            device TEXT NOT NULL,
            reader TEXT NOT NULL,
            others INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX reader_message_by_account ON reader_message (account);
        """

    /// Starts notices for a device. Its visitors until now count as known, so they cause no notice.
    func begin(_ device: Int64, of account: AccountID) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO reader_notice (device, account) VALUES (\(device), \(account)) \
            ON CONFLICT (device) DO UPDATE SET account = excluded.account
            """)
        try connection.run("UPDATE device SET tells_readers = 1 WHERE number = \(device)")
        try connection.run(
            """
            INSERT INTO known_reader (device, reader) SELECT DISTINCT device, visitor FROM visit \
            WHERE device = \(device) ON CONFLICT DO NOTHING
            """)
        try connection.run(
            """
            INSERT INTO known_reader (device, reader) SELECT device, 'circle:' || visitor FROM circle_visit \
            WHERE device = \(device) ON CONFLICT DO NOTHING
            """)
    }

    func end(_ device: Int64) throws(StorageError) { try delete(where: "device = \(device)") }

    /// Ends notices for the account's devices. Call it before the claims up to and including `moment` are deleted.
    func end(claimedBy account: String, until moment: UnixTime) throws(StorageError) {
        try delete(
            where: """
                account = \(account) AND device IN \
                (SELECT device FROM claim WHERE account = \(account) AND claimed_at <= \(moment))
                """)
    }

    func erase(_ account: String) throws(StorageError) {
        try delete(where: "account = \(account)")
        try connection.run("DELETE FROM reader_message WHERE account = \(account)")
    }

    private func delete(where condition: SQL) throws(StorageError) {
        let devices: SQL = "(SELECT device FROM reader_notice WHERE \(condition))"
        try connection.run("UPDATE device SET tells_readers = 0 WHERE number IN \(devices)")
        try connection.run("DELETE FROM known_reader WHERE device IN \(devices)")
        try connection.run("DELETE FROM reader_notice WHERE \(condition)")
    }

    /// Records a new reader of a device whose owner wants notices. Ignores known readers, the owner's own devices, and
    /// visits while the owner's claim is not valid.
    /// - Parameter name: The reader's name, as the notice shows it.
    func observe(_ reader: String, called name: String, at device: Int64, _ now: UnixTime) throws(StorageError) {
        let added = try connection.run(
            """
            INSERT INTO known_reader (device, reader) SELECT n.device, \(reader) FROM reader_notice n \
            WHERE n.device = \(device) AND EXISTS (SELECT 1 FROM claim c JOIN device d ON d.number = c.device \
            WHERE c.device = n.device AND c.account = n.account AND c.key_generation = d.key_generation) \
            AND NOT EXISTS (SELECT 1 FROM claim c JOIN device d ON d.number = c.device \
            WHERE d.id = \(reader) AND c.account = n.account) ON CONFLICT DO NOTHING
            """)
        guard added > 0 else { return }
        try connection.run(
            """
            UPDATE reader_notice SET reader = coalesce(reader, \(name)), at = coalesce(at, \(now)), \
            others = others + CASE WHEN reader IS NULL THEN 0 ELSE 1 END WHERE device = \(device)
            """)
        try connection.run(
            """
            DELETE FROM known_reader WHERE device = \(device) AND number NOT IN \
            (SELECT number FROM known_reader WHERE device = \(device) ORDER BY number DESC \
            LIMIT \(ReaderNoticeTable.maximumReaders))
            """)
    }

    func isWaiting() throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM reader_notice WHERE reader IS NOT NULL LIMIT 1")
    }

    /// Turns up to `limit` due notices into messages. `ids` makes the ids of the messages.
    func settle(at now: UnixTime, limit: Int, ids: () throws -> NotificationID) throws {
        let due = try connection.all(
            """
            SELECT n.device, n.account, n.reader, n.others, n.at, d.id FROM reader_notice n \
            JOIN device d ON d.number = n.device JOIN claim c ON c.device = n.device AND c.account = n.account \
            AND c.key_generation = d.key_generation WHERE n.reader IS NOT NULL \
            AND (n.told_at IS NULL OR n.told_at > \(now) \
            OR n.told_at <= \(now.adding(seconds: -ReaderNoticeTable.pause))) \
            ORDER BY n.device LIMIT \(limit)
            """, DueReaders.init)
        for readers in due {
            // Another process may have made this message, or a further reader may have looked since.
            let isOwn =
                try connection.run(
                    """
                    UPDATE reader_notice SET told_at = \(now), reader = NULL, others = 0, at = NULL \
                    WHERE device = \(readers.number) AND at = \(readers.at) AND others = \(readers.others)
                    """) > 0
            guard isOwn else { continue }
            try connection.run(
                """
                INSERT INTO reader_message (id, account, device, reader, others, at) VALUES (\(try ids()), \
                \(readers.account), \(readers.device), \(readers.reader), \(readers.others), \(readers.at))
                """)
        }
    }

    func messages(limit: Int) throws(StorageError) -> [TellOfReaders] {
        try connection.all(
            "SELECT id, account, device, reader, others, at FROM reader_message ORDER BY number LIMIT \(limit)"
        ) { row throws(StorageError) in
            try TellOfReaders(
                account: row["account"], id: row["id"], device: row["device"], reader: row["reader"],
                others: row["others"], at: row["at"])
        }
    }

    func deleteMessage(_ id: NotificationID) throws(StorageError) {
        try connection.run("DELETE FROM reader_message WHERE id = \(id)")
    }
}

private struct DueReaders {
    let number: Int64
    let account: AccountID
    let device: DeviceID
    let reader: Personal<String>
    let others: Int
    let at: UnixTime

    init(_ row: borrowing Row) throws(StorageError) {
        number = try row["device"]
        account = try row["account"]
        device = try row["id"]
        reader = try row["reader"]
        others = try row["others"]
        at = try row["at"]
    }
}
