import Models
import Storage

/// How much of each channel's queue may have left.
struct TakenQueueTable {
    let connection: Connection

    func record(_ place: QueuePlace, in channel: DeliveryChannel) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO taken_queue (channel, next_at, number) VALUES (\(channel), \(place.nextAt), \(place.number)) \
            ON CONFLICT (channel) DO UPDATE SET next_at = excluded.next_at, number = excluded.number \
            WHERE (excluded.next_at, excluded.number) > (taken_queue.next_at, taken_queue.number)
            """)
    }

    func record(_ deliveries: [Int64]) throws(StorageError) {
        for delivery in deliveries {
            try connection.run("UPDATE delivery SET may_have_left = 1 WHERE number = \(delivery)")
        }
    }

    /// Every open delivery that was read from a queue may have arrived.
    func markUnconfirmed() throws(StorageError) {
        try connection.execute(
            """
            UPDATE delivery SET is_unconfirmed = 1 WHERE number IN (
                SELECT delivery.number FROM taken_queue CROSS JOIN delivery
                WHERE delivery.channel = taken_queue.channel AND delivery.next_at IS NOT NULL
                AND delivery.next_at <= taken_queue.next_at
                AND (delivery.next_at, delivery.number) <= (taken_queue.next_at, taken_queue.number)
                AND delivery.may_have_left IS NULL);
            UPDATE delivery SET is_unconfirmed = 1
                WHERE may_have_left = 1 AND next_at IS NOT NULL;
            UPDATE delivery SET is_unconfirmed = 1
                WHERE gathering = 'gathered' AND next_at IS NOT NULL AND EXISTS (SELECT 1 FROM delivery AS digest
                WHERE digest.number = delivery.digest AND digest.is_unconfirmed = 1 AND digest.next_at IS NOT NULL);
            """)
    }

    func clear() throws(StorageError) {
        try connection.execute(
            """
            DELETE FROM taken_queue;
            UPDATE delivery SET may_have_left = 0
                WHERE may_have_left = 1 AND next_at IS NOT NULL;
            """)
    }
}
