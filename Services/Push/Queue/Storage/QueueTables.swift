import Models
import Storage

/// The outage of a provider, stored so that a restart keeps the pause that the provider asked for.
struct KeptOutage: Hashable, Sendable {
    var reason: String
    var since: UnixTime
    var until: UnixTime
    var tries: Int64
}

struct OutageTable {
    let connection: Connection

    func record(_ outage: KeptOutage?, of channel: DeliveryChannel) throws(StorageError) {
        guard let outage else {
            try connection.run("DELETE FROM outage WHERE channel = \(channel)")
            return
        }
        try connection.run(
            """
            INSERT INTO outage (channel, reason, since, until, tries) \
            VALUES (\(channel), \(outage.reason), \(outage.since), \(outage.until), \(outage.tries)) \
            ON CONFLICT (channel) DO UPDATE SET reason = excluded.reason, since = excluded.since, \
            until = excluded.until, tries = excluded.tries
            """)
    }

    func all() throws(StorageError) -> [DeliveryChannel: KeptOutage] {
        let rows = try connection.all("SELECT channel, reason, since, until, tries FROM outage") {
            row throws(StorageError) in
            (
                try row["channel"] as DeliveryChannel,
                try KeptOutage(reason: row["reason"], since: row["since"], until: row["until"], tries: row["tries"])
            )
        }
        return Dictionary(rows) { $1 }
    }
}

/// How far each channel has read its queue: the deliveries up to this place may have left.
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

    /// Marks every open delivery that was read from a queue: it may have arrived.
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

struct PushCountTable {
    let connection: Connection

    func capped(
        at cap: Int, of kind: String, since moment: UnixTime, for notification: Int64, _ entries: ClosedRange<Int64>
    ) throws(StorageError) -> Set<Int64> {
        Set(
            try connection.values(
                """
                SELECT inbox.recipient FROM inbox WHERE \(isAmong(entries, of: notification)) \
                AND \(count(of: kind, since: moment)) >= \(cap)
                """))
    }

    func add(
        under cap: Int, of kind: String, since moment: UnixTime, for notification: Int64, _ entries: ClosedRange<Int64>,
        at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO push_count (recipient, kind, notification, at) \
            SELECT inbox.recipient, \(kind), \(notification), \(now) FROM inbox WHERE \(isAmong(entries, of: notification)) \
            AND \(count(of: kind, since: moment)) < \(cap)
            """)
    }

    func capped(at cap: Int, of kind: String, since moment: UnixTime) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT recipient FROM push_count WHERE kind = \(kind) AND at > \(moment) \
            GROUP BY recipient HAVING count(*) >= \(cap)
            """)
    }

    func delete(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM push_count WHERE recipient = \(recipient)")
    }

    private func isAmong(_ entries: ClosedRange<Int64>, of notification: Int64) -> SQL {
        """
        inbox.notification = \(notification) AND inbox.number BETWEEN \(entries.lowerBound) AND \(entries.upperBound)
        """
    }

    private func count(of kind: String, since moment: UnixTime) -> SQL {
        """
        (SELECT count(*) FROM push_count WHERE push_count.recipient = inbox.recipient AND push_count.kind = \(kind) \
        AND push_count.at > \(moment))
        """
    }
}

struct WaitingRecipientTable {
    let connection: Connection

    /// The rows of one transaction. Other writes wait for the transaction, some hundredths of a second on two busy
    /// processors. Smaller portions would rewrite the same index pages again and again.
    static let portion = 4000

    static func portions(_ recipients: [ResolvedRecipient]) -> [[UInt8]] {
        stride(from: 0, to: recipients.count, by: portion)
            .map { ResolvedRecipients.encode(recipients[$0..<min($0 + portion, recipients.count)]) }
    }

    func insert(_ portions: [[UInt8]], of notification: Int64) throws(StorageError) {
        for (place, portion) in portions.enumerated() {
            try connection.run(
                """
                INSERT INTO waiting_recipient (notification, portion, recipients) \
                VALUES (\(notification), \(place), \(portion))
                """)
        }
    }

    func dequeueNext(of notification: Int64) throws -> [ResolvedRecipient]? {
        let next = try connection.first(
            """
            SELECT portion, recipients FROM waiting_recipient \
            WHERE notification = \(notification) ORDER BY portion LIMIT 1
            """
        ) { row throws(StorageError) in (place: try row["portion"] as Int64, bytes: try row["recipients"] as [UInt8]) }
        guard let next else { return nil }
        guard let recipients = ResolvedRecipients.decode(next.bytes) else {
            throw StorageError.unreadable(column: "recipients", source: "waiting_recipient")
        }
        try connection.run(
            "DELETE FROM waiting_recipient WHERE notification = \(notification) AND portion = \(next.place)")
        return recipients
    }

    func hasNext(of notification: Int64) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM waiting_recipient WHERE notification = \(notification) LIMIT 1")
    }

    func delete(of notification: Int64) throws(StorageError) {
        try connection.run("DELETE FROM waiting_recipient WHERE notification = \(notification)")
    }
}
