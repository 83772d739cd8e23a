import Storage

extension PushSchema {
    /// A cancelled announcement disappears from the inbox of every user whose push devices have not shown it.
    static let takeBackUnsent: SQL = """
        CREATE TRIGGER take_back_unsent AFTER UPDATE OF state ON delivery
            WHEN NEW.state = 'suppressed' AND NEW.reason = 'cancelled'
        BEGIN
            DELETE FROM told WHERE recipient = NEW.recipient AND announcement = NEW.announcement
                AND NOT EXISTS (
                    SELECT 1 FROM delivery WHERE delivery.recipient = NEW.recipient
                    AND delivery.announcement = NEW.announcement
                    AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL));
        END;
        """

    /// A cancelled announcement disappears from the inbox of every user whose push devices have not shown it. The order
    /// of the cancellation and the ends of deliveries does not matter. Its entries lie between `first_told` and
    /// `last_told`, possibly among others. `first_told` becomes NULL once the entries are checked. Deliveries that end
    /// later are checked when they end.
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

    /// `DeliveryTable.takeBackIfCancelled` does the trigger's work next to the statements that end deliveries.
    /// PostgreSQL has another syntax for triggers.
    static let dropTrigger: SQL = "DROP TRIGGER take_back_unsent"
}
