// What people did with notifications.

import Storage

extension PushSchema {
    /// `interaction` holds what each person did, each action once for a notification. `interaction_count` holds how many
    /// that were: its rows stay when people are erased. Its `link` is empty for none.
    static let countInteractions: SQL = """
        CREATE TABLE interaction (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            announcement INTEGER NOT NULL,
            action TEXT NOT NULL,
            link TEXT,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX interaction_of_recipient ON interaction (recipient, announcement, action);
        CREATE INDEX old_interaction ON interaction (at);
        CREATE TABLE interaction_count (
            announcement INTEGER NOT NULL,
            action TEXT NOT NULL,
            link TEXT NOT NULL,
            people INTEGER NOT NULL,
            PRIMARY KEY (announcement, action, link)
        ) STRICT, WITHOUT ROWID;
        """

    /// `people_later` counts those of `people` to whom it was sent after quiet hours.
    static let countInteractionsLater: SQL =
        "ALTER TABLE interaction_count ADD COLUMN people_later INTEGER NOT NULL DEFAULT 0;"
}
