// The second migration of the push database.

import Storage

extension PushSchema {
    /// Announcements that are not over stand in indexes of their own, by the cell of a grid in which they are
    /// (`AnnouncementGrid`), by their number, and by their subject; each holds all that it takes to look for something.
    static let placeAnnouncements: SQL = """
        ALTER TABLE announcement ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1));
        ALTER TABLE announcement ADD COLUMN grid_row INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE announcement ADD COLUMN grid_column INTEGER NOT NULL DEFAULT 0;
        UPDATE announcement SET grid_row = CAST((latitude + 90) * 50 AS INTEGER),
            grid_column = CAST((longitude + 180) * 50 AS INTEGER);
        DROP INDEX present_announcement;
        CREATE INDEX placed_announcement ON announcement
            (type, grid_row, grid_column, number, ends_at, begins_at, latitude, longitude, category, subject, publisher, state,
            is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX latest_announcement ON announcement
            (type, number, ends_at, begins_at, latitude, longitude, category, subject, publisher, state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX named_announcement ON announcement
            (type, subject, number, publisher, begins_at, ends_at, state, is_over)
            WHERE publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX ending_announcement ON announcement (ends_at) WHERE publisher IS NOT NULL AND is_over = 0;
        CREATE INDEX announcement_of_publisher ON announcement (publisher, number) WHERE publisher IS NOT NULL;
        """

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

    /// Of those who were told before, too, nothing more exact is kept than is told (`CoarsePlace`).
    static let roundDistances: SQL = "UPDATE told SET distance = max(1000.0, round(distance / 1000) * 1000)"

    static let addLanguages: SQL = """
        ALTER TABLE token ADD COLUMN language TEXT;
        CREATE INDEX muted_token ON token (recipient) WHERE is_muted = 1 AND is_chosen = 1;
        """

    /// What was taken back leaves the inbox of whoever no push device has shown it to, whichever way its delivery ends.
    static let takeBackUnsent: SQL = """
        CREATE TRIGGER take_back_unsent AFTER UPDATE OF state ON delivery
            WHEN NEW.state = 'suppressed' AND NEW.reason = 'cancelled'
        BEGIN
            DELETE FROM told WHERE recipient = NEW.recipient AND announcement = NEW.announcement
                AND NOT EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.recipient = NEW.recipient
                    AND delivery.announcement = NEW.announcement
                    AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL));
        END;
        """
}
