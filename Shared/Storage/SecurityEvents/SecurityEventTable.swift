// Rows of the table `security_event`: what a service keeps of its security log.

public import Models

/// The table `security_event`. Its rows are bounded in number and age.
public struct SecurityEventTable {
    /// The statement that makes the table.
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

    /// How long an event is kept, in seconds.
    public static let lifetime: Int64 = 90 * 24 * 3600
    /// How many events are kept at most; beyond that the oldest go.
    public static let maximum = 100_000

    private static let columns: SQL = "number, at, event, account, method, reason, network, subject, request"

    private let connection: Connection

    /// Works with the table by a connection.
    public init(connection: Connection) { self.connection = connection }

    /// Appends events in their order, numbered behind the ones that there are, and deletes what is beyond `maximum`.
    ///
    /// - Throws: `StorageError`.
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

    /// The latest first, before a number.
    ///
    /// - Throws: `StorageError`.
    public func events(
        of account: AccountID?, kind: String?, before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptSecurityEvent] {
        var holds: SQL = "number < \(number)"
        // An account has few events, and a kind may have nearly all that there are. Without statistics SQLite would take the
        // index of kinds for both; what is worded so takes no index.
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

    /// Deletes what was about an account; gives how many rows there were.
    ///
    /// - Throws: `StorageError`.
    public func delete(of account: AccountID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM security_event WHERE account = \(account)")
    }

    /// Deletes what is from before a moment, about so many rows at most; gives how many. Events stand in the order in
    /// which they were written, so the oldest of them says whether there is something to do.
    ///
    /// - Throws: `StorageError`.
    public func deleteOld(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM security_event WHERE at < \(moment) AND number < \
            (SELECT min(number) FROM security_event) + \(limit)
            """)
    }
}
