// Deliveries that quiet hours held back, and the digests that gather them: rows of the table `delivery`.

import Models
import Storage

/// The deliveries that are held or gathered, and their digests.
struct DigestTable {
    let connection: Connection

    /// A push device for which something is held.
    struct Device: Hashable {
        var recipient: Int64
        var token: Int64
    }

    /// A delivery that is held.
    struct Held {
        var number: Int64
        var announcement: Int64
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

    /// Whether something is held in a channel until a moment that has come.
    func hasDue(in channel: DeliveryChannel, at now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM delivery WHERE \(DigestTable.held(in: channel, at: now)) LIMIT 1")
    }

    /// The push devices for which something is held until a moment that has come; at most so many.
    func devices(in channel: DeliveryChannel, at now: UnixTime, limit: Int) throws(StorageError) -> [Device] {
        try connection.all(
            """
            SELECT DISTINCT delivery.recipient, delivery.token FROM delivery \
            WHERE \(DigestTable.held(in: channel, at: now))
            """, limit: limit
        ) { row throws(StorageError) in try Device(recipient: row["recipient"], token: row["token"]) }
    }

    /// What is held for a push device until a moment that has come, the oldest first; at most so many. With a plus before them
    /// columns choose no index of SQLite's.
    func held(
        for device: Device, in channel: DeliveryChannel, at now: UnixTime, limit: Int
    ) throws(StorageError) -> [Held] {
        try connection.all(
            """
            SELECT delivery.number, delivery.announcement, delivery.state, announcement.ends_at, \
            coalesce(announcement.kind, announcement.type) AS kind FROM delivery \
            JOIN announcement ON announcement.number = delivery.announcement \
            WHERE delivery.recipient = \(device.recipient) AND delivery.token = \(device.token) \
            AND delivery.gathering = 'held' AND delivery.next_at IS NOT NULL AND +delivery.next_at <= \(now) \
            AND +delivery.channel = \(channel) ORDER BY delivery.number
            """, limit: limit
        ) { row throws(StorageError) in
            guard let state: DeliveryState = try row["state"] else { return nil }
            return try Held(
                number: row["number"], announcement: row["announcement"], state: state, kind: row["kind"],
                endsAt: row["ends_at"])
        }
    }

    /// Makes a digest for a push device and queues it. It belongs to its person and goes with them, as tests do. The queue may
    /// have been read past its place before.
    func insert(
        _ id: AnnouncementID, for device: Device, in channel: DeliveryChannel, _ ids: DeliveryIDs, until end: UnixTime,
        at now: UnixTime
    ) throws(StorageError) -> (announcement: Int64, delivery: Int64) {
        let announcement = try connection.insert(
            """
            INSERT INTO announcement (id, tested_by, type, subject, is_subject_number, latitude, longitude, created_at, \
            begins_at, ends_at, state, delivery_key, kind, is_placed, is_silent, recipients, decided_at) \
            VALUES (\(id), \(device.recipient), 'NOTIFICATION', \(id), 0, 0, 0, \(now), \(now), \(end), \
            \(AnnouncementState.delivering), \(ids.key), \(DigestContent.kind), 0, 0, 1, \(now)) RETURNING number
            """)
        let delivery = try connection.insert(
            """
            INSERT INTO delivery (announcement, recipient, token, channel, state, next_at, at, may_have_left, gathering) \
            VALUES (\(announcement), \(device.recipient), \(device.token), \(channel), 'pending', \(now), \(now), 0, \
            \(Gathering.digest)) RETURNING number
            """)
        return (announcement, delivery)
    }

    /// Gives what is held to a digest. By itself it comes up again when it is over.
    func gather(_ held: Held, into digest: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET gathering = \(Gathering.gathered), digest = \(digest), state = 'pending', \
            reason = NULL, outages = 0, next_at = \(held.endsAt), at = \(now) WHERE number = \(held.number)
            """)
    }

    /// Lets what is held go by itself.
    func release(_ held: Held) throws(StorageError) {
        try connection.run("UPDATE delivery SET gathering = NULL WHERE number = \(held.number)")
    }

    /// Lets go of what a digest that has ended did not take along: at once and by itself, or with a further digest where the
    /// time of this one was over.
    func release(_ digest: Int64, after state: DeliveryState, at now: UnixTime) throws(StorageError) {
        let gathering: Gathering? = state == .expired ? .held : nil
        try connection.run(
            """
            UPDATE delivery SET gathering = \(gathering), digest = NULL, next_at = \(now) \
            WHERE digest = \(digest) AND gathering = 'gathered' AND next_at IS NOT NULL
            """)
    }

    /// Keeps what became of a delivery with its digest.
    func recordEnd(_ end: DeliveryEnd, of gathered: DeliveryTable.Open, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET state = \(end.state), reason = \(end.reason), attempts = attempts + 1, \
            next_at = NULL, at = \(now), may_have_left = 0 WHERE number = \(gathered.number)
            """)
        if end.state != .sent { try DeliveryTable(connection: connection).takeBackIfCancelled(gathered) }
    }

    /// Keeps that what a digest gathers may have arrived with it.
    func markUnconfirmed(_ gathered: Int64) throws(StorageError) {
        try connection.run("UPDATE delivery SET is_unconfirmed = 1 WHERE number = \(gathered)")
    }
}

extension Gathering: ColumnValue {}
