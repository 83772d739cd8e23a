// The tables of the location database, as the steps that make them.

import Storage

/// The schema of the location database.
enum LocationSchema {
    /// Only ever appended to.
    static let migrations = [
        Migration("create locations", sql: createLocations)
    ]

    /// Ids are compared byte by byte, which is what SQLite's BINARY collation does.
    ///
    /// A device's newest row in `location` is where it is now. Either its rows are its history and never expire, or there
    /// is one row that does: an update writes one row, not a current location and a history entry besides. Sequences
    /// of a device have no gaps in `location`, so counting and trimming need only its first and last one; in `visit`
    /// they have gaps where a visitor came again.
    private static let createLocations = """
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
}
