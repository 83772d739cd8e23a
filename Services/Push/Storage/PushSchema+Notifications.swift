import Storage

extension PushSchema {
    /// A notification is a row of `announcement` with a `kind`. No announcement has its type, `NOTIFICATION`, so
    /// searches for announcements skip it. `audience` and `content` contain the request. Its place is that of its
    /// circle, or none. Names are separated by commas.
    static let sendNotifications: SQL = """
        ALTER TABLE announcement ADD COLUMN kind TEXT;
        ALTER TABLE announcement ADD COLUMN audience BLOB;
        ALTER TABLE announcement ADD COLUMN content BLOB;
        ALTER TABLE announcement ADD COLUMN is_placed INTEGER NOT NULL DEFAULT 1 CHECK (is_placed IN (0, 1));
        ALTER TABLE announcement ADD COLUMN is_silent INTEGER NOT NULL DEFAULT 0 CHECK (is_silent IN (0, 1));
        ALTER TABLE recipient ADD COLUMN kinds_on TEXT;
        ALTER TABLE recipient ADD COLUMN kinds_off TEXT;
        ALTER TABLE recipient ADD COLUMN topics TEXT;
        ALTER TABLE recipient ADD COLUMN given_topics TEXT;
        ALTER TABLE recipient ADD COLUMN tags TEXT;
        ALTER TABLE token ADD COLUMN tags TEXT;
        """

    /// The notifications that are only for users they name. Their content is deleted with the last of these users.
    static let keepNamedRecipients: SQL = """
        CREATE TABLE named_recipient (
            recipient INTEGER NOT NULL,
            announcement INTEGER NOT NULL,
            PRIMARY KEY (recipient, announcement)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recipient_named_by_announcement ON named_recipient (announcement);
        """

    /// The first page of a list is read from the end of an index, even if few rows match: notifications in one state,
    /// and announcements among many notifications.
    static let indexLists: SQL = """
        CREATE INDEX notification_in_state ON announcement (state, number)
            WHERE publisher IS NOT NULL AND kind IS NOT NULL;
        CREATE INDEX notification_of_publisher_in_state ON announcement (publisher, state, number)
            WHERE publisher IS NOT NULL AND kind IS NOT NULL;
        CREATE INDEX announcement_without_kind ON announcement (number)
            WHERE publisher IS NOT NULL AND kind IS NULL;
        CREATE INDEX announcement_of_publisher_without_kind ON announcement (publisher, number)
            WHERE publisher IS NOT NULL AND kind IS NULL;
        """
}
