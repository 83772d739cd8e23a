import Models
import Storage

enum LocationSchema {
    /// The feed of positions, which the push service follows.
    static let positions = FeedTable(Position.feed)
    static let accountRows = AccountOwnedRows("claim", "position", "circle_member")

    /// Never change a released step; append new steps.
    static let migrations = [
        Migration("location schema 1") { connection in
            try connection.execute(tables)
            try positions.create(in: connection)
        },
        Migration("places 2", sql: history),
        Migration("share links", sql: ShareLinkTable.tables),
        Migration("trackers", sql: TrackerTable.table),
        Migration("place imports", sql: PlaceImportTable.table),
        Migration("closed accounts and ranks of visits", sql: closedAndRanks),
        Migration("circles", sql: CircleTable.tables),
        Migration("arrivals", sql: ArrivalTable.tables),
        Migration("new readers", sql: ReaderNoticeTable.tables),
        Migration("forwarders", sql: ForwarderTable.tables),
        Migration("arrivals seen by phones", sql: ArrivalTable.changeTimes),
        Migration("places after pauses", sql: CircleTable.placeSince),
        Migration("refusals of arrivals", sql: ArrivalTable.refusals),
        Migration("times of arrivals by the server", sql: ArrivalTable.serverTimes),
        Migration("notices of forwarders", sql: ForwarderTable.messages),
    ]

    /// `rank` is `PlaceRight.rank`: NULL in rows of versions before the column.
    private static let closedAndRanks: SQL = """
        -- Whether the account is closed.
        ALTER TABLE claim ADD COLUMN is_closed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE visit ADD COLUMN rank INTEGER;
        """

    private static let tables: SQL = """
        \(devices)
        \(accounts)
        \(SecretCheck.table)
        \(AccountOwnedRows.requiredTables)
        """

    /// `fixed_at` is the time of the fix by the device's own `timestamp`, in milliseconds since 1970: NULL for a time
    /// that cannot be read, and for rows of versions before the column, until the history is read or changed.
    /// `history_days` is the owner's choice.
    private static let history: SQL = """
        ALTER TABLE location ADD COLUMN fixed_at INTEGER;
        ALTER TABLE device ADD COLUMN history_days INTEGER;
        CREATE INDEX device_by_history_days ON device (number) WHERE history_days IS NOT NULL;
        """

    /// The newest row in `location` is the current location. With a history, rows never expire; without a history, the
    /// single row does. Sequences have no gaps in `location`, but may have gaps in `visit`, after a repeated visit.
    /// `key_generation` grows with each change of the key; a claim has the generation of its time.
    private static let devices: SQL = """
        CREATE TABLE device (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            key_salt BLOB,
            key_hash BLOB,
            key_generation INTEGER NOT NULL DEFAULT 0,
            slogan TEXT,
            has_allowed_list INTEGER NOT NULL DEFAULT 0 CHECK (has_allowed_list IN (0, 1)),
            CHECK ((key_salt IS NULL) = (key_hash IS NULL))
        ) STRICT;

        -- The values are the JSON tokens that the client wrote.
        CREATE TABLE location (
            device INTEGER NOT NULL REFERENCES device (number),
            sequence INTEGER NOT NULL,
            expires_at INTEGER,
            timestamp TEXT NOT NULL,
            longitude TEXT NOT NULL,
            latitude TEXT NOT NULL,
            horizontal_accuracy TEXT NOT NULL,
            speed TEXT,
            battery_level TEXT,
            altitude TEXT,
            PRIMARY KEY (device, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX location_by_expiry ON location (expires_at) WHERE expires_at IS NOT NULL;

        -- A visit is proven when the visitor has shown its device key, or stood on the allowed list of whom it visited.
        CREATE TABLE visit (
            device INTEGER NOT NULL REFERENCES device (number),
            sequence INTEGER NOT NULL,
            visitor TEXT NOT NULL,
            at INTEGER NOT NULL,
            is_proven INTEGER NOT NULL DEFAULT 0 CHECK (is_proven IN (0, 1)),
            PRIMARY KEY (device, sequence)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE allowed_device (
            device INTEGER NOT NULL REFERENCES device (number),
            reader TEXT NOT NULL,
            position INTEGER NOT NULL,
            reads_current INTEGER NOT NULL CHECK (reads_current IN (0, 1)),
            reads_history INTEGER NOT NULL CHECK (reads_history IN (0, 1)),
            PRIMARY KEY (device, reader)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX allowed_device_by_reader ON allowed_device (reader);
        """

    /// `is_confirmed` is 0 after the accounts feed starts over, until it contains the account again. The account's
    /// number differs from that of an earlier account with the same id. NULL columns mean no stored position.
    private static let accounts: SQL = """
        CREATE TABLE claim (
            device INTEGER PRIMARY KEY REFERENCES device (number),
            account TEXT NOT NULL,
            account_number INTEGER,
            claimed_at INTEGER NOT NULL,
            key_generation INTEGER NOT NULL DEFAULT 0,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            -- SHA-256 of the ticket with which another account takes the device over.
            handover_hash BLOB,
            -- The session that made the ticket.
            handover_session TEXT,
            handover_ends_at INTEGER
        ) STRICT;
        CREATE INDEX claim_by_account ON claim (account, claimed_at);
        CREATE INDEX claim_by_handover ON claim (handover_hash) WHERE handover_hash IS NOT NULL;
        CREATE INDEX doubted_claim ON claim (device) WHERE is_confirmed = 0;

        CREATE TABLE position (
            account TEXT PRIMARY KEY NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            is_allowed INTEGER NOT NULL CHECK (is_allowed IN (0, 1)),
            latitude REAL,
            longitude REAL,
            accuracy REAL,
            at INTEGER,
            erased_at INTEGER,
            CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (at IS NULL)),
            CHECK (is_allowed <> 0 OR latitude IS NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX doubted_position ON position (account) WHERE is_confirmed = 0;
        """
}
