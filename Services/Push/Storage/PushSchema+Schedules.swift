// What is kept of notifications for later, until they begin.

import Storage

extension PushSchema {
    /// By what a notification for later is judged again when it begins: the key that sent it, and what that is limited to.
    /// The row goes when the notification begins or is taken back. `refusal` says to its publisher why a notification was
    /// cancelled when it was to begin.
    static let keepSchedules: SQL = """
        \(notificationPlans)
        ALTER TABLE announcement ADD COLUMN refusal TEXT;
        """

    /// `local_start` is the date and time, in minutes since 1970 by the clock, at which each person is told, and `local_zone`
    /// the time zone of those of whom none is known. Such a notification begins several times: `has_begun` says that it
    /// has once, and `next_begin` holds the next time while people of the latest are being queued. `time_zone` is where a
    /// push device was when its app registered it.
    static let beginByLocalTimes: SQL = """
        ALTER TABLE announcement ADD COLUMN local_start INTEGER;
        ALTER TABLE announcement ADD COLUMN local_zone TEXT;
        ALTER TABLE announcement ADD COLUMN next_begin INTEGER;
        ALTER TABLE announcement ADD COLUMN has_begun INTEGER NOT NULL DEFAULT 0 CHECK (has_begun IN (0, 1));
        ALTER TABLE token ADD COLUMN time_zone TEXT;
        """

    /// What is told again and again: `series` holds what and when, `next_at` when it comes next, NULL when no more. `changed_at`
    /// is when its publisher changed it, `at` when that was or it came last. A notification names in `series` the one that
    /// it came from. `is_of_named` says that it is for people whom it names, and for nobody else.
    static let repeatNotifications: SQL = """
        \(notificationSeries)
        ALTER TABLE announcement ADD COLUMN series TEXT;
        """

    static let notificationSeries: SQL = """
        CREATE TABLE notification_series (
            number INTEGER PRIMARY KEY,
            publisher TEXT NOT NULL,
            name TEXT NOT NULL,
            series BLOB NOT NULL,
            api_key TEXT NOT NULL,
            limits BLOB,
            is_operator INTEGER NOT NULL CHECK (is_operator IN (0, 1)),
            is_of_named INTEGER NOT NULL CHECK (is_of_named IN (0, 1)),
            changed_at INTEGER NOT NULL,
            at INTEGER NOT NULL,
            next_at INTEGER,
            UNIQUE (publisher, name)
        ) STRICT;
        CREATE INDEX due_series ON notification_series (next_at) WHERE next_at IS NOT NULL;
        """

    /// Which pushes count for people who get only so many of a kind. Each notification counts once for a person, on however
    /// many push devices.
    static let countPushes: SQL = """
        CREATE TABLE push_count (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            kind TEXT NOT NULL,
            announcement INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX push_count_of_recipient ON push_count (recipient, kind, at);
        CREATE INDEX old_push_count ON push_count (at);
        """

    /// API keys that were revoked: what they have planned is sent no more.
    static let keepRevokedKeys: SQL = """
        CREATE TABLE revoked_key (
            api_key TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    static let notificationPlans: SQL = """
        CREATE TABLE notification_plan (
            announcement INTEGER PRIMARY KEY,
            api_key TEXT NOT NULL,
            limits BLOB,
            is_operator INTEGER NOT NULL CHECK (is_operator IN (0, 1))
        ) STRICT;
        """
}
