import Storage

extension PushSchema {
    /// The permissions for the second check of a scheduled notification, at its begin: its API key and that key's
    /// limits. The row is deleted when the notification begins or is cancelled. `refusal` is the reason, shown to the
    /// publisher, why it was cancelled at its begin.
    static let keepSchedules: SQL = """
        \(notificationPlans)
        ALTER TABLE announcement ADD COLUMN refusal TEXT;
        """

    /// `local_start` is the local date and time, in minutes since 1970, at which each recipient is notified.
    /// `local_zone` is the time zone for recipients without a known one. Such a notification begins several times.
    /// `has_begun` is set after the first begin. `next_begin` is the next time while recipients of the latest begin are
    /// being queued. `time_zone` is the zone of a push device at registration.
    static let beginByLocalTimes: SQL = """
        ALTER TABLE announcement ADD COLUMN local_start INTEGER;
        ALTER TABLE announcement ADD COLUMN local_zone TEXT;
        ALTER TABLE announcement ADD COLUMN next_begin INTEGER;
        ALTER TABLE announcement ADD COLUMN has_begun INTEGER NOT NULL DEFAULT 0 CHECK (has_begun IN (0, 1));
        ALTER TABLE token ADD COLUMN time_zone TEXT;
        """

    /// Repeated notifications. `series` contains the content and the rule, `next_at` the next begin; NULL after the
    /// last. `changed_at` is the publisher's last change, `at` the later of that and the last begin. A notification's
    /// column `series` names its origin. `is_of_named`: it is only for users it names.
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

    /// The pushes that count towards a user's cap per kind. A notification counts once per user, on any number of push
    /// devices.
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

    /// Revoked API keys. The notifications that they scheduled are not sent.
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
