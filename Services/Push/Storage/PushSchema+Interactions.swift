import Storage

extension PushSchema {
    /// `interaction` contains each user's actions, one row per action and notification. `interaction_count` contains
    /// their sums. Its rows stay when users are erased. An empty `link` means none.
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

    /// `people_later` is the part of `people` who received the notification after quiet hours.
    static let countInteractionsLater: SQL =
        "ALTER TABLE interaction_count ADD COLUMN people_later INTEGER NOT NULL DEFAULT 0;"
}
