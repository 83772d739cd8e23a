// What notifications of any kind are kept by, beside announcements.

import Storage

extension PushSchema {
    /// A notification is a row of `announcement` with a `kind`: its type, `NOTIFICATION`, is none that announcements have,
    /// so that nothing that looks for those finds it. `audience` and `content` hold what was sent. Its place is that of its
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

    /// Which notifications are for people whom they name, and for nobody else: what these said goes with the last of them.
    static let keepNamedRecipients: SQL = """
        CREATE TABLE named_recipient (
            recipient INTEGER NOT NULL,
            announcement INTEGER NOT NULL,
            PRIMARY KEY (recipient, announcement)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recipient_named_by_announcement ON named_recipient (announcement);
        """

    /// The first page of a list is read from its end, however few of all rows belong to it: notifications of a state, and
    /// announcements where nearly all rows are notifications.
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
