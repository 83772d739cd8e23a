import Storage

extension PushSchema {
    /// The notifications. The counts change in the transaction that changes a delivery: `accepted` is the sum of the
    /// other six at every commit. The ranges of deliveries and inbox entries can contain those of other notifications;
    /// `first_entry` is cleared once a cancelled notification's entries have been checked. Ids of deliveries derive
    /// from their number and `delivery_key`. The audience was resolved at `decided_at`, with the withdrawals up to
    /// `decided_after`. Only an announcement has a `type`. A test, a digest and a sign-in notice have no `publisher`:
    /// they belong to their `owner` and are deleted with the account. `is_silent`: there is nothing to read.
    /// `is_barred`: cancelled because the publisher had cancelled too much. `refusal`: the publisher's text on why it
    /// was cancelled at its begin.
    static let notificationTables: SQL = """
        CREATE TABLE notification (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT UNIQUE NOT NULL,
            publisher TEXT,
            owner INTEGER,
            -- The session that the notice of a sign-in is about.
            session TEXT,
            kind TEXT NOT NULL,
            audience BLOB,
            content BLOB,
            -- The texts of an announcement, NULL for those of its type; of others those of one language.
            title TEXT,
            body TEXT,
            details TEXT,
            -- What an announcement is about, and the cell of its place.
            type TEXT,
            subject TEXT,
            is_subject_number INTEGER CHECK (is_subject_number IN (0, 1)),
            category TEXT,
            grid_row INTEGER,
            grid_column INTEGER,
            -- The centre of the circle, if who is told depends on the place.
            latitude REAL,
            longitude REAL,
            starts_at INTEGER,
            expires_at INTEGER,
            created_at INTEGER NOT NULL,
            begins_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            delivery_key BLOB NOT NULL,
            state TEXT NOT NULL,
            is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)),
            is_barred INTEGER NOT NULL DEFAULT 0 CHECK (is_barred IN (0, 1)),
            is_silent INTEGER NOT NULL DEFAULT 0 CHECK (is_silent IN (0, 1)),
            refusal TEXT,
            recipients INTEGER NOT NULL DEFAULT 0,
            decided_at INTEGER,
            decided_after INTEGER NOT NULL DEFAULT 0,
            first_entry INTEGER,
            last_entry INTEGER,
            first_delivery INTEGER,
            last_delivery INTEGER,
            accepted INTEGER NOT NULL DEFAULT 0,
            sent INTEGER NOT NULL DEFAULT 0,
            suppressed INTEGER NOT NULL DEFAULT 0,
            deferred INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            expired INTEGER NOT NULL DEFAULT 0,
            pending INTEGER NOT NULL DEFAULT 0,
            -- By the clock of each person, in minutes since 1970, and the time zone of those of whom none is known.
            local_start INTEGER,
            local_zone TEXT,
            -- One by local times begins several times: the next time, while people of the latest are being queued.
            next_begin INTEGER,
            has_begun INTEGER NOT NULL DEFAULT 0 CHECK (has_begun IN (0, 1)),
            -- The notification of `notification_series` that it came from.
            series TEXT,
            -- What a notification with `details` opens: an offer, an event or a professional, by its number.
            page_type TEXT,
            page_number INTEGER,
            -- How many of `sent` had waited for the end of quiet hours.
            sent_later INTEGER NOT NULL DEFAULT 0,
            CHECK (accepted = sent + suppressed + deferred + failed + expired + pending),
            CHECK ((publisher IS NULL) <> (owner IS NULL)),
            CHECK ((type IS NULL) = (subject IS NULL) AND (type IS NULL) = (is_subject_number IS NULL)),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) STRICT;

        -- The recipients of a notification, until they are in `inbox`.
        CREATE TABLE waiting_recipient (
            notification INTEGER NOT NULL REFERENCES notification (number),
            portion INTEGER NOT NULL,
            recipients BLOB NOT NULL,
            PRIMARY KEY (notification, portion)
        ) STRICT, WITHOUT ROWID;

        -- Which notifications are for people whom they name, and for nobody else: what these said goes with the last of
        -- them.
        CREATE TABLE named_recipient (
            recipient INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            PRIMARY KEY (recipient, notification)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recipient_named_by_notification ON named_recipient (notification);

        CREATE TABLE idempotency_key (
            publisher TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            notification INTEGER NOT NULL REFERENCES notification (number),
            at INTEGER NOT NULL,
            PRIMARY KEY (publisher, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX old_idempotency_key ON idempotency_key (at);
        CREATE INDEX key_of_notification ON idempotency_key (notification);
        """

    /// The indexes. Current announcements have covering indexes by cell (`AnnouncementGrid`), by number and by subject.
    /// The last six are for lists: the first page is read from the end of an index, however few rows match.
    static let notificationIndexes: SQL = """
        CREATE INDEX placed_announcement ON notification
            (type, grid_row, grid_column, number, ends_at, begins_at, latitude, longitude, category, subject, publisher,
            state, is_over)
            WHERE type IS NOT NULL AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX latest_announcement ON notification
            (type, number, ends_at, begins_at, latitude, longitude, category, subject, publisher, state, is_over)
            WHERE type IS NOT NULL AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX named_announcement ON notification
            (type, subject, number, publisher, begins_at, ends_at, state, is_over)
            WHERE type IS NOT NULL AND publisher IS NOT NULL AND state <> 'cancelled' AND is_over = 0;
        CREATE INDEX ending_notification ON notification (ends_at) WHERE publisher IS NOT NULL AND is_over = 0;
        CREATE INDEX ended_notification ON notification (ends_at) WHERE publisher IS NOT NULL AND is_over = 1;
        CREATE INDEX announcement_of_subject ON notification (subject, number)
            WHERE subject IS NOT NULL AND publisher IS NOT NULL;
        CREATE INDEX notification_of_publisher ON notification (publisher, number) WHERE publisher IS NOT NULL;
        CREATE INDEX page_notification ON notification (page_number, number) WHERE page_number IS NOT NULL;
        CREATE INDEX begin_of_publisher ON notification (publisher, begins_at) WHERE publisher IS NOT NULL;
        CREATE INDEX unfinished_notification ON notification (state, begins_at)
            WHERE state NOT IN ('done', 'cancelled');
        CREATE INDEX cancelled_notification ON notification (number)
            WHERE state = 'cancelled' AND first_entry IS NOT NULL;
        CREATE INDEX owned_notification ON notification (created_at) WHERE owner IS NOT NULL;
        CREATE INDEX other_in_state ON notification (state, number) WHERE publisher IS NOT NULL AND type IS NULL;
        CREATE INDEX other_of_publisher_in_state ON notification (publisher, state, number)
            WHERE publisher IS NOT NULL AND type IS NULL;
        CREATE INDEX announcement_in_state ON notification (state, number)
            WHERE publisher IS NOT NULL AND type IS NOT NULL;
        CREATE INDEX announcement_by_number ON notification (number) WHERE publisher IS NOT NULL AND type IS NOT NULL;
        CREATE INDEX announcement_of_publisher ON notification (publisher, number)
            WHERE publisher IS NOT NULL AND type IS NOT NULL;
        """

    /// Whether a notification has failed or expired pushes, or was refused at its begin.
    static let isFailing: SQL = "(failed > 0 OR expired > 0 OR refusal IS NOT NULL)"

    /// For the operators' list of what failed, however few of the notifications that is.
    static let failingNotifications: SQL = """
        CREATE INDEX failing_notification ON notification (number) WHERE publisher IS NOT NULL AND \(isFailing);
        """

    /// The plans for the check at the begin: the key that sent the notification, and the key's limits. They are deleted
    /// when the notification begins or is cancelled.
    static let planTable: SQL = """
        CREATE TABLE notification_plan (
            notification INTEGER PRIMARY KEY,
            api_key TEXT NOT NULL,
            limits BLOB,
            is_operator INTEGER NOT NULL CHECK (is_operator IN (0, 1))
        ) STRICT;
        """

    /// The series. `next_at` is the next begin, NULL after the last one. `changed_at` is the publisher's last change,
    /// `at` is that time or the last begin. With `is_of_named` only users whom it names receive it.
    static let seriesTable: SQL = """
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

    /// The actions that are limited because of what publishers and operators could learn about users: dry runs and
    /// cancellations by place, and inquiries about users.
    static let publisherTables: SQL = """
        CREATE TABLE probe (
            number INTEGER PRIMARY KEY,
            publisher TEXT NOT NULL,
            kind TEXT NOT NULL,
            latitude REAL,
            longitude REAL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX probe_of_publisher ON probe (publisher, kind, at);
        CREATE INDEX old_probe ON probe (at);

        CREATE TABLE inquiry (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            notification TEXT NOT NULL,
            asked_by TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX inquiry_of_recipient ON inquiry (recipient, at);
        CREATE INDEX old_inquiry ON inquiry (at);

        -- API keys that were revoked: what they have planned is sent no more.
        CREATE TABLE revoked_key (
            api_key TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The webhooks. `webhook` has the address and the dead tokens since the last report. `webhook_event` is the queue:
    /// without `next_at` an event was given up. `webhook_notification` has the facts to be reported: the end, changed
    /// interactions, and by local times the dead tokens until the end.
    static let webhookTables: SQL = """
        CREATE TABLE webhook (
            publisher TEXT PRIMARY KEY NOT NULL,
            url TEXT NOT NULL,
            secret TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            delivered_at INTEGER,
            gone INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE webhook_event (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            publisher TEXT NOT NULL,
            type TEXT NOT NULL,
            body TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER,
            reason TEXT,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX due_webhook_event ON webhook_event (publisher, next_at, number) WHERE next_at IS NOT NULL;
        CREATE INDEX failed_webhook_event ON webhook_event (publisher, number) WHERE next_at IS NULL;
        CREATE INDEX old_webhook_event ON webhook_event (at);

        CREATE TABLE webhook_notification (
            notification INTEGER PRIMARY KEY,
            is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1)),
            has_news INTEGER NOT NULL DEFAULT 0 CHECK (has_news IN (0, 1)),
            interactions TEXT,
            gone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX undone_webhook_notification ON webhook_notification (notification) WHERE is_done = 0;
        CREATE INDEX webhook_notification_with_news ON webhook_notification (notification) WHERE has_news = 1;
        """

    /// The last attempts of each webhook, for operators, and since when it is paused. Without a `problem` the event was
    /// accepted.
    static let webhookDeliveries: SQL = """
        ALTER TABLE webhook ADD COLUMN paused_at INTEGER;

        CREATE TABLE webhook_delivery (
            number INTEGER PRIMARY KEY,
            publisher TEXT NOT NULL,
            event TEXT NOT NULL,
            type TEXT NOT NULL,
            at INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            problem TEXT
        ) STRICT;
        CREATE INDEX webhook_delivery_of_publisher ON webhook_delivery (publisher, number);
        """
}
