import Storage

extension PushSchema {
    /// `webhook` contains the address for a publisher's events, and the number of dead tokens since the last event
    /// about them. `webhook_event` is the queue: a row with `next_at` waits, other rows were given up.
    /// `webhook_notification` contains the notifications with future events. It stores whether the event of their end
    /// is queued, and the interactions last reported. For a notification by local times it counts the dead tokens until
    /// it ends.
    static let keepWebhooks: SQL = """
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
            announcement INTEGER PRIMARY KEY,
            is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1)),
            has_news INTEGER NOT NULL DEFAULT 0 CHECK (has_news IN (0, 1)),
            interactions TEXT,
            gone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX undone_webhook_notification ON webhook_notification (announcement) WHERE is_done = 0;
        CREATE INDEX webhook_notification_with_news ON webhook_notification (announcement) WHERE has_news = 1;
        """
}
