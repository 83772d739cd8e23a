import MessageBus
import Models
import Storage

enum PreferenceSchema {
    /// The feed of users' preferences, for the services that notify them.
    static let feed = FeedTable(NotificationPreferences.feed)
    /// The rows that are deleted with their account.
    static let accountRows = AccountOwnedRows("preference")

    /// Append only.
    static let migrations = [
        Migration("create preferences") { connection in
            try connection.execute(createPreferences)
            try feed.create(in: connection)
            try AccountOwnedRows.createErased(in: connection)
            try FeedCursorTable.create(in: connection)
        },
        Migration("tell of no choices where there are none", tellOfNoChoices),
        Migration("report what was erased", sql: ErasureReportTable.table),
        Migration("keep kinds, topics and tags", sql: keepKinds),
        Migration("note acts of operators", sql: PerformedActTable.table),
        Migration("keep whether quiet hours let interruptions through", sql: keepInterruptions),
    ]

    /// For a user who had only set quiet hours, the feed contained the defaults of that day as if they were chosen.
    private static func tellOfNoChoices(_ connection: Connection) throws {
        let accounts: [AccountID] = try connection.values("SELECT account FROM preference WHERE radius IS NULL")
        for account in accounts {
            // Such a user had nothing but quiet hours in that version.
            let hours = try connection.first(
                "SELECT quiet_from, quiet_to, time_zone FROM preference WHERE account = \(account)"
            ) { row throws(StorageError) -> QuietHours? in
                guard let start: Int = try row["quiet_from"] else { return nil }
                return QuietHours(start: start, end: try row["quiet_to"], timeZone: try row["time_zone"])
            }
            // The time only matters for tombstones.
            let moment = UnixTime(milliseconds: 0)
            let told = NotificationPreferences(quietHours: hours)
            try feed.record(account.text, FeedValue.write(told), at: moment, in: connection)
        }
    }

    /// Names separated by commas; NULL for none.
    private static let keepKinds: SQL = """
        ALTER TABLE preference ADD COLUMN kinds_on TEXT;
        ALTER TABLE preference ADD COLUMN kinds_off TEXT;
        ALTER TABLE preference ADD COLUMN topics TEXT;
        ALTER TABLE preference ADD COLUMN given_topics TEXT;
        ALTER TABLE preference ADD COLUMN tags TEXT;
        """

    /// NULL for no.
    private static let keepInterruptions: SQL = """
        ALTER TABLE preference ADD COLUMN allows_interruptions INTEGER CHECK (allows_interruptions IN (0, 1));
        """

    /// The choices are all NULL or none is: a user may have set quiet hours only. The same holds for the quiet hours.
    /// Categories are separated by commas.
    private static let createPreferences: SQL = """
        CREATE TABLE preference (
            account TEXT PRIMARY KEY NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            new_offers INTEGER CHECK (new_offers IN (0, 1)),
            new_professionals INTEGER CHECK (new_professionals IN (0, 1)),
            local_events INTEGER CHECK (local_events IN (0, 1)),
            radius INTEGER,
            categories TEXT,
            quiet_from INTEGER,
            quiet_to INTEGER,
            time_zone TEXT,
            CHECK ((radius IS NULL) = (categories IS NULL) AND (radius IS NULL) = (new_offers IS NULL)
                AND (radius IS NULL) = (new_professionals IS NULL) AND (radius IS NULL) = (local_events IS NULL)),
            CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND (quiet_from IS NULL) = (time_zone IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX doubted_preference ON preference (account) WHERE is_confirmed = 0;
        """
}
