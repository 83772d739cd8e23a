import Models
import Storage

struct DigestTable {
    let connection: Connection

    struct Device: Hashable {
        var recipient: Int64
        var token: Int64
    }

    struct Held {
        var number: Int64
        var notification: Int64
        var state: DeliveryState
        var kind: String
        var endsAt: UnixTime
    }

    private static func held(in channel: DeliveryChannel, at now: UnixTime) -> SQL {
        """
        delivery.channel = \(channel) AND delivery.gathering = 'held' AND delivery.next_at IS NOT NULL \
        AND delivery.next_at <= \(now)
        """
    }

    func hasDue(in channel: DeliveryChannel, at now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM delivery WHERE \(DigestTable.held(in: channel, at: now)) LIMIT 1")
    }

    func devices(in channel: DeliveryChannel, at now: UnixTime, limit: Int) throws(StorageError) -> [Device] {
        try connection.all(
            """
            SELECT DISTINCT delivery.recipient, delivery.token FROM delivery \
            WHERE \(DigestTable.held(in: channel, at: now))
            """, limit: limit
        ) { row throws(StorageError) in try Device(recipient: row["recipient"], token: row["token"]) }
    }

    /// Returns due held deliveries, the oldest first. The plus signs keep SQLite from an index on these columns.
    func held(
        for device: Device, in channel: DeliveryChannel, at now: UnixTime, limit: Int
    ) throws(StorageError) -> [Held] {
        try connection.all(
            """
            SELECT delivery.number, delivery.notification, delivery.state, notification.ends_at, \
            notification.kind FROM delivery \
            JOIN notification ON notification.number = delivery.notification \
            WHERE delivery.recipient = \(device.recipient) AND delivery.token = \(device.token) \
            AND delivery.gathering = 'held' AND delivery.next_at IS NOT NULL AND +delivery.next_at <= \(now) \
            AND +delivery.channel = \(channel) ORDER BY delivery.number
            """, limit: limit
        ) { row throws(StorageError) in
            guard let state: DeliveryState = try row["state"] else { return nil }
            return try Held(
                number: row["number"], notification: row["notification"], state: state, kind: row["kind"],
                endsAt: row["ends_at"])
        }
    }

    /// Adds a digest, which is deleted with its account. Returns the numbers of its notification and its delivery.
    /// `may_have_left` is 0, because the channel may have read its queue beyond this place before.
    func insert(
        _ id: NotificationID, for device: Device, in channel: DeliveryChannel, _ ids: DeliveryIDs, until end: UnixTime,
        at now: UnixTime
    ) throws(StorageError) -> (notification: Int64, delivery: Int64) {
        let notification = try connection.insert(
            """
            INSERT INTO notification (id, owner, kind, created_at, begins_at, ends_at, state, delivery_key, recipients, \
            decided_at) \
            VALUES (\(id), \(device.recipient), \(DigestContent.kind), \(now), \(now), \(end), \
            \(NotificationState.delivering), \(ids.key), 1, \(now)) RETURNING number
            """)
        let delivery = try connection.insert(
            """
            INSERT INTO delivery (notification, recipient, token, channel, state, next_at, at, may_have_left, gathering) \
            VALUES (\(notification), \(device.recipient), \(device.token), \(channel), 'pending', \(now), \(now), 0, \
            \(Gathering.digest)) RETURNING number
            """)
        return (notification, delivery)
    }

    /// Puts a held delivery into a digest. The delivery becomes due by itself only at its own end.
    func gather(_ held: Held, into digest: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET gathering = \(Gathering.gathered), digest = \(digest), state = 'pending', \
            reason = NULL, outages = 0, next_at = \(held.endsAt), at = \(now) WHERE number = \(held.number)
            """)
    }

    func release(_ held: Held) throws(StorageError) {
        try connection.run("UPDATE delivery SET gathering = NULL WHERE number = \(held.number)")
    }

    /// Releases the deliveries that an ended digest did not send. Each delivery is sent at once on its own, or waits
    /// for another digest if this digest expired.
    func release(_ digest: Int64, after state: DeliveryState, at now: UnixTime) throws(StorageError) {
        let gathering: Gathering? = state == .expired ? .held : nil
        try connection.run(
            """
            UPDATE delivery SET gathering = \(gathering), digest = NULL, next_at = \(now) \
            WHERE digest = \(digest) AND gathering = 'gathered' AND next_at IS NOT NULL
            """)
    }

    /// Records the end of a gathered delivery, which shares its digest's outcome.
    func recordEnd(_ end: DeliveryEnd, of gathered: DeliveryTable.Open, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET state = \(end.state), reason = \(end.reason), attempts = attempts + 1, \
            next_at = NULL, at = \(now), may_have_left = 0 WHERE number = \(gathered.number)
            """)
        if end.state != .sent { try connection.deliveries.takeBackIfCancelled(gathered) }
    }

    func markUnconfirmed(_ gathered: Int64) throws(StorageError) {
        try connection.run("UPDATE delivery SET is_unconfirmed = 1 WHERE number = \(gathered)")
    }
}

extension Gathering: ColumnValue {}
