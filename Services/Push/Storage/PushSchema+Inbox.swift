// How entries leave the inbox when their announcement is taken back.

import Storage

extension PushSchema {
    /// What was taken back leaves the inbox of whoever no push device has shown it to, whichever way its delivery ends.
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

    /// What was taken back leaves the inbox of whoever no push device was told, in whichever order it is taken back and
    /// their deliveries end: `first_told` and `last_told` are the numbers between which its entries lie, among those of
    /// others. From a cancelled one `first_told` goes once its entries have been looked through; those whose
    /// deliveries end later are seen when they end.
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

    /// What the trigger did stands beside the statements by which deliveries end (`DeliveryTable.takeBackIfCancelled`):
    /// triggers have other words on PostgreSQL.
    static let dropTrigger: SQL = "DROP TRIGGER take_back_unsent"
}
