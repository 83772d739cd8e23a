// What the queue knows of tries, and of what may have left.

import Storage

extension PushSchema {
    /// How often its provider was not well when a delivery was to be tried, which is no try of it.
    static let countOutages: SQL = "ALTER TABLE delivery ADD COLUMN outages INTEGER NOT NULL DEFAULT 0"

    /// `is_unconfirmed` marks a delivery that may have arrived although no answer came. `end_state` and `end_reason`
    /// hold how a delivery ends that was to end while it was under way. `taken_queue` holds how far a channel has read
    /// its queue: after a crash, every open delivery up to there may have left.
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

    /// `may_have_left` says whether a delivery may have left: 0 once it came back unsent, 1 when it is read from the
    /// queue again. While it is NULL, as for every delivery that was never tried, the place in `taken_queue` counts.
    static let keepWhatCameBack: SQL = """
        ALTER TABLE delivery ADD COLUMN may_have_left INTEGER CHECK (may_have_left IN (0, 1));
        CREATE INDEX taken_delivery ON delivery (number) WHERE may_have_left = 1 AND next_at IS NOT NULL;
        """

    /// `gathering` says how a delivery stands to a digest (`Gathering`), `digest` which one has it: the number of a delivery
    /// of a notification of that person alone. While it has it, `next_at` is when its own notification ends.
    static let gatherHeld: SQL = """
        ALTER TABLE delivery ADD COLUMN gathering TEXT CHECK (gathering IN ('held', 'gathered', 'digest'));
        ALTER TABLE delivery ADD COLUMN digest INTEGER;
        \(indexHeld)
        """

    /// `was_deferred` marks a delivery that has waited for the end of quiet hours, and `sent_later` counts those of `sent`.
    static let countSentLater: SQL = """
        ALTER TABLE delivery ADD COLUMN was_deferred INTEGER NOT NULL DEFAULT 0 CHECK (was_deferred IN (0, 1));
        ALTER TABLE announcement ADD COLUMN sent_later INTEGER NOT NULL DEFAULT 0;
        \(countInteractionsLater)
        UPDATE delivery SET was_deferred = 1 WHERE next_at IS NOT NULL \
        AND (state = 'deferred' OR gathering IN ('held', 'gathered'));
        """

    /// With `gathering` in it, SQLite takes the first of these and not that of all that is due.
    static let indexHeld: SQL = """
        CREATE INDEX held_delivery ON delivery (channel, gathering, next_at, recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX held_delivery_of_recipient ON delivery (recipient, token)
            WHERE gathering = 'held' AND next_at IS NOT NULL;
        CREATE INDEX gathered_delivery ON delivery (digest) WHERE gathering = 'gathered' AND next_at IS NOT NULL;
        """

    /// NULL for no.
    static let keepInterruptions: SQL = """
        ALTER TABLE recipient ADD COLUMN allows_interruptions INTEGER CHECK (allows_interruptions IN (0, 1))
        """

    /// Until when the provider of a channel is left alone, which it has asked for: a restart keeps to it.
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
