public import Models

/// The table `security_event`. The number and the age of its events are limited.
public struct SecurityEventTable {
    public static let table: SQL = """
        CREATE TABLE security_event (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            at INTEGER NOT NULL,
            event TEXT NOT NULL,
            account TEXT,
            method TEXT,
            reason TEXT,
            network TEXT,
            subject TEXT,
            request TEXT
        ) STRICT;
        CREATE INDEX security_event_of_account ON security_event (account, number) WHERE account IS NOT NULL;
        CREATE INDEX security_event_by_kind ON security_event (event, number);
        """

    /// How long an event is kept at most, in seconds.
    public static let lifetime: Int64 = 90 * 24 * 3600
    /// The largest number of events. Above it, the oldest events are deleted.
    public static let maximum = 100_000

    private static let columns: SQL = "number, at, event, account, method, reason, network, subject, request"

    private let connection: Connection

    public init(connection: Connection) { self.connection = connection }

    /// Appends events with increasing numbers, and deletes the oldest events beyond `maximum`.
    public func append(_ events: [KeptSecurityEvent], maximum: Int = SecurityEventTable.maximum) throws(StorageError) {
        var number: Int64 = try connection.value("SELECT number FROM security_event ORDER BY number DESC LIMIT 1") ?? 0
        for event in events {
            number += 1
            try connection.run(
                """
                INSERT INTO security_event (\(SecurityEventTable.columns)) VALUES (\(number), \(event.at), \
                \(event.event), \(event.account), \(event.method), \(event.reason), \(event.network), \
                \(event.subject), \(event.request))
                """)
        }
        try connection.run("DELETE FROM security_event WHERE number <= \(number - Int64(maximum))")
    }

    /// Returns events with numbers below `before`, the latest first.
    public func events(
        of account: AccountID?, kind: String?, before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptSecurityEvent] {
        var holds: SQL = "number < \(number)"
        // The concatenation keeps SQLite from using the index of kinds: an account has few events.
        switch (account, kind) {
        case (let account?, let kind?): holds = "\(holds) AND account = \(account) AND event || '' = \(kind)"
        case (let account?, nil): holds = "\(holds) AND account = \(account)"
        case (nil, let kind?): holds = "\(holds) AND event = \(kind)"
        case (nil, nil): break
        }
        return try connection.all(
            "SELECT \(SecurityEventTable.columns) FROM security_event WHERE \(holds) ORDER BY number DESC",
            limit: limit
        ) { row throws(StorageError) in
            try KeptSecurityEvent(
                number: row["number"], at: row["at"], event: row["event"], account: row["account"],
                method: row["method"], reason: row["reason"], network: row["network"], subject: row["subject"],
                request: row["request"])
        }
    }

    /// Deletes an account's events, and returns the number of deleted rows.
    public func delete(of account: AccountID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM security_event WHERE account = \(account)")
    }

    /// Deletes old events among the first `limit` numbers, and returns how many. Numbers are in the order of writing,
    /// so if the first event is not old, no later event is.
    public func deleteOld(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM security_event WHERE at < \(moment) AND number < \
            (SELECT min(number) FROM security_event) + \(limit)
            """)
    }
}
