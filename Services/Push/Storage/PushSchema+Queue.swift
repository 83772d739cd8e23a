import Storage

extension PushSchema {
    /// The number of provider outages during a delivery's attempts. Outages do not use up attempts.
    static let countOutages: SQL = "ALTER TABLE delivery ADD COLUMN outages INTEGER NOT NULL DEFAULT 0"

    /// `is_unconfirmed`: the push may have arrived without an answer. `end_state` and `end_reason`: the end of a
    /// delivery that was ended in flight. `taken_queue`: how far a channel has read its queue. After a crash, every
    /// open delivery up to there may have left.
    static let keepWhatMayHaveLeft: SQL = """
        ALTER TABLE delivery ADD COLUMN is_unconfirmed INTEGER NOT NULL DEFAULT 0 CHECK (is_unconfirmed IN (0, 1));
        ALTER TABLE delivery ADD COLUMN end_state TEXT;
        ALTER TABLE delivery ADD COLUMN end_reason TEXT;
        CREATE INDEX ending_delivery ON delivery (number) WHERE end_state IS NOT NULL AND next_at IS NOT NULL;
        CREATE TABLE taken_queue (
            lane INTEGER PRIMARY KEY,
            next_at INTEGER NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;
        """

    /// `may_have_left` is 0 after a delivery came back unsent, and 1 when it is read again. While it is NULL, as before
    /// the first attempt, the place in `taken_queue` applies.
    static let keepWhatCameBack: SQL = """
        ALTER TABLE delivery ADD COLUMN may_have_left INTEGER CHECK (may_have_left IN (0, 1));
        CREATE INDEX taken_delivery ON delivery (number) WHERE may_have_left = 1 AND next_at IS NOT NULL;
        """

    /// `gathering` is a delivery's role in a digest (`Gathering`). `digest` is the number of the digest's own delivery.
    /// While a digest has a delivery, `next_at` is the end of the delivery's own notification.
    static let gatherHeld: SQL = """
        ALTER TABLE delivery ADD COLUMN gathering TEXT CHECK (gathering IN ('held', 'gathered', 'digest'));
        ALTER TABLE delivery ADD COLUMN digest INTEGER;
        \(indexHeld)
        """

    /// `was_deferred` marks a delivery that waited for the end of quiet hours. `sent_later` counts the sent ones.
    static let countSentLater: SQL = """
        ALTER TABLE delivery ADD COLUMN was_deferred INTEGER NOT NULL DEFAULT 0 CHECK (was_deferred IN (0, 1));
        ALTER TABLE announcement ADD COLUMN sent_later INTEGER NOT NULL DEFAULT 0;
        \(countInteractionsLater)
        UPDATE delivery SET was_deferred = 1 WHERE next_at IS NOT NULL \
        AND (state = 'deferred' OR gathering IN ('held', 'gathered'));
        """

    /// With `gathering` in it, SQLite prefers the first index to the one of all due deliveries.
    static let indexHeld: SQL = """
        CREATE INDEX held_delivery ON delivery (channel, gathering, next_at, recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX held_delivery_of_recipient ON delivery (recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX gathered_delivery ON delivery (digest) WHERE gathering = 'gathered' AND next_at IS NOT NULL;
        """

    /// NULL means no.
    static let keepInterruptions: SQL = """
        ALTER TABLE recipient ADD COLUMN allows_interruptions INTEGER CHECK (allows_interruptions IN (0, 1))
        """

    /// How long the provider of a channel has asked for a pause. It is stored, so that a restart respects it.
    static let keepOutages: SQL = """
        CREATE TABLE outage (
            channel INTEGER PRIMARY KEY,
            reason TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            tries INTEGER NOT NULL
        ) STRICT;
        """
}
