import Storage

extension PushSchema {
    /// The recipients of each notification, with the figures of their selection.
    static let inboxTable: SQL = """
        CREATE TABLE inbox (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            distance REAL NOT NULL,
            radius INTEGER NOT NULL,
            position_at INTEGER NOT NULL,
            at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;
        CREATE INDEX inbox_of_recipient ON inbox (recipient, number, notification, read_at);
        """

    /// A delivery waits until `next_at` in its channel; without one it has ended. `outages` counts its provider's outages
    /// when it was due, which use up no attempt. `is_unconfirmed`: it may have arrived without an answer. `end_state` and
    /// `end_reason`: it was ended in flight.
    /// `taken_queue` is how far a channel has read its queue: after a crash, every open delivery up to there may have left.
    /// `may_have_left` overrides it for one delivery: 0 once it came back unsent, 1 when it is read again, else NULL.
    /// `gathering` is the role of a held delivery in a digest, `digest` the digest's delivery; `next_at` is then the end of
    /// its own notification. `was_deferred` marks deliveries that have waited for the end of quiet hours.
    static let deliveryTables: SQL = """
        CREATE TABLE delivery (
            number INTEGER PRIMARY KEY,
            notification INTEGER NOT NULL,
            recipient INTEGER NOT NULL,
            token INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            state TEXT NOT NULL,
            reason TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            outages INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER,
            at INTEGER NOT NULL,
            is_unconfirmed INTEGER NOT NULL DEFAULT 0 CHECK (is_unconfirmed IN (0, 1)),
            may_have_left INTEGER CHECK (may_have_left IN (0, 1)),
            end_state TEXT,
            end_reason TEXT,
            gathering TEXT CHECK (gathering IN ('held', 'gathered', 'digest')),
            digest INTEGER,
            was_deferred INTEGER NOT NULL DEFAULT 0 CHECK (was_deferred IN (0, 1)),
            CHECK ((next_at IS NOT NULL) = (state IN ('pending', 'deferred')))
        ) STRICT;
        CREATE INDEX due_delivery ON delivery (channel, next_at, number) WHERE next_at IS NOT NULL;
        CREATE INDEX deferred_delivery ON delivery (recipient) WHERE state = 'deferred';
        CREATE INDEX delivery_of_recipient ON delivery (recipient, notification);
        CREATE INDEX ending_delivery ON delivery (number) WHERE end_state IS NOT NULL AND next_at IS NOT NULL;
        CREATE INDEX taken_delivery ON delivery (number) WHERE may_have_left = 1 AND next_at IS NOT NULL;
        -- With `gathering` in it, SQLite takes this one and not that of all that is due.
        CREATE INDEX held_delivery ON delivery (channel, gathering, next_at, recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX held_delivery_of_recipient ON delivery (recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX gathered_delivery ON delivery (digest) WHERE gathering = 'gathered' AND next_at IS NOT NULL;

        CREATE TABLE taken_queue (
            channel INTEGER PRIMARY KEY,
            next_at INTEGER NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;

        -- Until when the provider of a channel is left alone, which it has asked for: a restart keeps to it.
        CREATE TABLE outage (
            channel INTEGER PRIMARY KEY,
            reason TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            tries INTEGER NOT NULL
        ) STRICT;

        -- Which pushes count for people who get only so many of a kind. Each notification counts once for a person, on
        -- however many push devices.
        CREATE TABLE push_count (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            kind TEXT NOT NULL,
            notification INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX push_count_of_recipient ON push_count (recipient, kind, at);
        CREATE INDEX old_push_count ON push_count (at);
        """

    /// `interaction` holds each action of a user once for a notification. The rows of `interaction_count` stay when users
    /// are erased. `link` is empty for none. `people_later` is the part of `people` whose push was sent after quiet hours.
    static let interactionTables: SQL = """
        CREATE TABLE interaction (
            number INTEGER PRIMARY KEY,
            recipient INTEGER NOT NULL,
            notification INTEGER NOT NULL,
            action TEXT NOT NULL,
            link TEXT,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX interaction_of_recipient ON interaction (recipient, notification, action);
        CREATE INDEX old_interaction ON interaction (at);

        CREATE TABLE interaction_count (
            notification INTEGER NOT NULL,
            action TEXT NOT NULL,
            link TEXT NOT NULL,
            people INTEGER NOT NULL,
            people_later INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (notification, action, link)
        ) STRICT, WITHOUT ROWID;
        """
}
