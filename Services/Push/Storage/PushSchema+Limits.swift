// What bounds how much publishers and operators find out about people.

import Storage

extension PushSchema {
    /// From where publishers counted without telling anybody, or took back what they had announced.
    static let createProbes: SQL = """
        CREATE TABLE probe (
            number INTEGER PRIMARY KEY,
            publisher TEXT NOT NULL,
            kind TEXT NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX probe_of_publisher ON probe (publisher, kind, at);
        CREATE INDEX old_probe ON probe (at);
        """

    /// Who has asked why somebody was or was not told.
    static let createInquiries: SQL = """
        CREATE TABLE inquiry (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            announcement TEXT NOT NULL,
            asked_by TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX inquiry_of_recipient ON inquiry (recipient, at);
        CREATE INDEX old_inquiry ON inquiry (at);
        """

    /// The announcements of one publisher that begin together are counted; this index finds them.
    static let indexBegins: SQL = """
        CREATE INDEX begin_of_publisher ON announcement (publisher, begins_at) WHERE publisher IS NOT NULL;
        """

    /// Whether an announcement for later was cancelled when it was to begin, since its publisher had taken back too
    /// much.
    static let keepBarred: SQL =
        "ALTER TABLE announcement ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0 CHECK (is_barred IN (0, 1))"
}
