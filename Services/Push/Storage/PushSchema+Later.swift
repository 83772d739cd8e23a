// The migrations of the push database after the second one. A new step goes here, and into `PushSchema.migrations`.

import Storage

extension PushSchema {
    /// The announcements of one publisher that begin together are counted; this index finds them.
    static let indexBegins: SQL = """
        CREATE INDEX begin_of_publisher ON announcement (publisher, begins_at) WHERE publisher IS NOT NULL;
        """

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
    /// queue again. While it is NULL, as for every delivery that was never tried, the place in `taken_queue` decides.
    static let keepWhatCameBack: SQL = """
        ALTER TABLE delivery ADD COLUMN may_have_left INTEGER CHECK (may_have_left IN (0, 1));
        CREATE INDEX taken_delivery ON delivery (number) WHERE may_have_left = 1 AND next_at IS NOT NULL;
        """

    /// When the position of somebody was last erased, or could not be kept any more: what was decided before does not
    /// count.
    static let keepWithdrawals: SQL = "ALTER TABLE recipient ADD COLUMN position_withdrawn_at INTEGER"

    /// Withdrawals of positions have numbers in the order of their transactions, since moments do not say which of two
    /// came first. A decision knows of those up to `decided_after`. What was decided before this step and is still
    /// being queued knows of none.
    static let numberWithdrawals: SQL = """
        CREATE TABLE withdrawal_count (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            last INTEGER NOT NULL
        ) STRICT;
        INSERT INTO withdrawal_count SELECT 1, EXISTS (SELECT 1 FROM recipient WHERE position_withdrawn_at IS NOT NULL);
        ALTER TABLE recipient ADD COLUMN position_withdrawal INTEGER;
        UPDATE recipient SET position_withdrawal = 1 WHERE position_withdrawn_at IS NOT NULL;
        ALTER TABLE recipient DROP COLUMN position_withdrawn_at;
        ALTER TABLE announcement ADD COLUMN decided_after INTEGER NOT NULL DEFAULT 0;
        """

    /// What was taken back leaves the inbox of whoever no push device was told, in whichever order it is taken back and
    /// their deliveries end: `first_told` and `last_told` are the numbers between which its entries lie, among those of
    /// others. From a cancelled one `first_told` goes once its entries have been looked through; those whose
    /// deliveries end later are seen by the trigger.
    static let takeBackUntold: SQL = """
        ALTER TABLE announcement ADD COLUMN first_told INTEGER;
        ALTER TABLE announcement ADD COLUMN last_told INTEGER;
        UPDATE announcement SET first_told = entries.first, last_told = entries.last
            FROM (SELECT announcement, min(number) AS first, max(number) AS last FROM told GROUP BY announcement) AS entries
            WHERE entries.announcement = announcement.number;
        CREATE INDEX untold_announcement ON announcement (number) WHERE state = 'cancelled' AND first_told IS NOT NULL;
        DROP TRIGGER take_back_unsent;
        CREATE TRIGGER take_back_unsent AFTER UPDATE OF state ON delivery
            WHEN NEW.next_at IS NULL AND NEW.state <> 'sent'
            AND (SELECT state FROM announcement WHERE number = NEW.announcement) = 'cancelled'
        BEGIN
            DELETE FROM told WHERE recipient = NEW.recipient AND announcement = NEW.announcement
                AND NOT EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.recipient = NEW.recipient
                    AND delivery.announcement = NEW.announcement
                    AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL));
        END;
        """

    /// Whether an announcement for later was cancelled when it was to begin, since its publisher had taken back too
    /// much.
    static let keepBarred: SQL =
        "ALTER TABLE announcement ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0 CHECK (is_barred IN (0, 1))"
}
