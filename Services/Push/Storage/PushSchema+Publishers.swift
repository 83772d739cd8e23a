import Storage

extension PushSchema {
    /// Limits what publishers and operators learn about users: dry runs and cancellations by place, and inquiries about
    /// users.
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

    /// `webhook` has the address and the dead tokens since the last report. `webhook_event` is the queue: without `next_at`
    /// an event was given up. `webhook_notification` has what is still to be reported: the end, changed interactions, and
    /// by local times the dead tokens until the end.
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
}
