import Storage

extension PushSchema {
    /// The places at which publishers counted users without a push, or cancelled announcements.
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

    /// The inquiries about why a user was or was not notified.
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

    /// Finds the announcements of one publisher that begin together.
    static let indexBegins: SQL = """
        CREATE INDEX begin_of_publisher ON announcement (publisher, begins_at) WHERE publisher IS NOT NULL;
        """

    /// Whether a scheduled announcement was cancelled because its publisher had cancelled too many others.
    static let keepBarred: SQL =
        "ALTER TABLE announcement ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0 CHECK (is_barred IN (0, 1))"
}
