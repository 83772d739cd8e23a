import Models
import Storage

enum LocationSchema {
    /// The feed of users' last positions; push follows it.
    static let positions = FeedTable(Position.feed)
    /// The tables whose rows are deleted with their account.
    static let accountRows = AccountOwnedRows("claim", "position")

    /// The steps to create the database. Never change a released step; append new ones.
    static let migrations = [
        Migration("create locations", sql: createLocations),
        Migration("create claims") { connection in
            try connection.execute(createClaims)
            try FeedCursorTable.create(in: connection)
        },
        Migration("create positions") { connection in
            try connection.execute(createPositions)
            try positions.create(in: connection)
        },
        Migration("remember which key a claim was made with", sql: addKeyGenerations),
        Migration("know the secret of the device keys", sql: createSecretCheck),
        Migration("know which visitors proved who they are", sql: addProofOfVisits),
        Migration("know when positions were erased", sql: addErasures),
        Migration("report what was erased", sql: ErasureReportTable.table),
        Migration("hand devices over", sql: addHandovers),
        Migration("note acts of operators", sql: PerformedActTable.table),
        Migration(
            "end tickets with their sessions", sql: "ALTER TABLE claim ADD COLUMN handover_session TEXT"),
    ]

    /// Ids are compared byte by byte, like SQLite's BINARY collation does.
    ///
    /// A device's newest row in `location` is its current location. With a history its rows never expire; without one
    /// it has a single row, which does. So an update writes one row and not two. The sequences in `location` have no
    /// gaps, so the first and last one are enough to count and trim rows. Those in `visit` have gaps after repeated
    /// visits.
    private static let createLocations: SQL = """
        CREATE TABLE device (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            key_salt BLOB,
            key_hash BLOB,
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

        CREATE TABLE visit (
            device INTEGER NOT NULL REFERENCES device (number),
            sequence INTEGER NOT NULL,
            visitor TEXT NOT NULL,
            at INTEGER NOT NULL,
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
        """

    /// `is_confirmed` is 0 after the accounts feed starts over, until it contains the claim's account again.
    /// `erased_account` stores erased accounts for a while: a claim may still arrive after the feed has reported the
    /// end of its account.
    private static let createClaims: SQL = """
        CREATE TABLE claim (
            device INTEGER PRIMARY KEY REFERENCES device (number),
            account TEXT NOT NULL,
            claimed_at INTEGER NOT NULL,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1))
        ) STRICT;
        CREATE INDEX claim_by_account ON claim (account, claimed_at);
        CREATE INDEX doubted_claim ON claim (device) WHERE is_confirmed = 0;

        CREATE TABLE erased_account (
            account TEXT PRIMARY KEY,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Without a stored position its columns are NULL, and the row only says whether the account allows one.
    private static let createPositions: SQL = """
        -- By the number, claims of an account are told from those of one that had its id before.
        ALTER TABLE claim ADD COLUMN account_number INTEGER;

        CREATE TABLE position (
            account TEXT PRIMARY KEY NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            is_allowed INTEGER NOT NULL CHECK (is_allowed IN (0, 1)),
            latitude REAL,
            longitude REAL,
            accuracy REAL,
            at INTEGER,
            CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (at IS NULL)),
            CHECK (is_allowed OR latitude IS NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX doubted_position ON position (account) WHERE is_confirmed = 0;
        """

    /// A device's generation grows with each change of its key by the holder or an operator; a claim has the generation
    /// of its time.
    private static let addKeyGenerations: SQL = """
        ALTER TABLE device ADD COLUMN key_generation INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE claim ADD COLUMN key_generation INTEGER NOT NULL DEFAULT 0;
        """

    /// Whether a visitor has shown its device key, or was on the allowed list of the visited device. For earlier visits
    /// this is unknown.
    private static let addProofOfVisits: SQL =
        "ALTER TABLE visit ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0 CHECK (is_proven IN (0, 1))"

    /// The time of the last deletion or prohibition of a position. Earlier reports are dropped, even if they arrive
    /// later.
    private static let addErasures: SQL = "ALTER TABLE position ADD COLUMN erased_at INTEGER"

    /// The SHA-256 of the handover ticket, and its expiry. A device that changes hands is removed from the allowed
    /// lists of others.
    private static let addHandovers: SQL = """
        ALTER TABLE claim ADD COLUMN handover_hash BLOB;
        ALTER TABLE claim ADD COLUMN handover_ends_at INTEGER;
        CREATE INDEX claim_by_handover ON claim (handover_hash) WHERE handover_hash IS NOT NULL;
        CREATE INDEX allowed_device_by_reader ON allowed_device (reader);
        """

    private static let createSecretCheck = SecretCheck.table
}
