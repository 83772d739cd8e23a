// The queue with all that it takes to send what is in it.

import Models
import Storage

/// Reads the queue.
struct DueTable {
    let connection: Connection
    /// As of when what is read counts.
    let revision: InFlight.Revision

    /// What is due in a lane, in its order.
    func due(
        _ lane: DeliveryLane, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) throws(StorageError) -> [DueDelivery] {
        let row = try connection.prepare(
            """
            \(DueTable.select) WHERE delivery.lane = ?1 AND delivery.next_at <= ?2 \
            AND (delivery.next_at, delivery.number) > (?3, ?4) ORDER BY delivery.next_at, delivery.number LIMIT ?5
            """)
        try row.bind(1, lane.rawValue)
        try row.bind(2, now.rawValue)
        try row.bind(3, place?.nextAt.rawValue ?? .min)
        try row.bind(4, place?.number ?? .min)
        try row.bind(5, limit)
        var found: [DueDelivery] = []
        while try row.step() {
            if let one = read(row, lane) { found.append(one) }
        }
        return found
    }

    /// A delivery of a lane that waits, whenever it is due.
    func waiting(_ delivery: Int64, in lane: DeliveryLane) throws(StorageError) -> DueDelivery? {
        let row = try connection.prepare(
            "\(DueTable.select) WHERE delivery.number = ?1 AND delivery.lane = ?2 AND delivery.next_at IS NOT NULL")
        try row.bind(1, delivery)
        try row.bind(2, lane.rawValue)
        return try row.step() ? read(row, lane) : nil
    }

    private static let select = """
        SELECT delivery.number, delivery.next_at, announcement.delivery_key, delivery.state, delivery.attempts, \
        delivery.announcement, announcement.id, announcement.type, announcement.subject, \
        announcement.is_subject_number, announcement.title, announcement.body, announcement.category, \
        announcement.ends_at, announcement.state, announcement.publisher IS NULL, delivery.recipient, \
        recipient.is_closed, CASE WHEN recipient.uses_inbox THEN \
        (SELECT count(*) FROM told WHERE told.recipient = delivery.recipient AND told.read_at IS NULL) ELSE 1 END, \
        token.number, token.recipient, token.provider, token.token, token.environment, token.is_environment_assumed, \
        token.purpose, token.topic, token.is_muted, delivery.outages, \(RecipientTable.preferences), token.language, \
        recipient.latitude IS NOT NULL, delivery.may_have_left IS NOT NULL \
        FROM delivery JOIN announcement ON announcement.number = delivery.announcement \
        JOIN recipient ON recipient.number = delivery.recipient LEFT JOIN token ON token.number = delivery.token
        """

    private func read(_ row: PreparedStatement, _ lane: DeliveryLane) -> DueDelivery? {
        guard let state = DeliveryState(rawValue: row.text(3)),
            let announcement = announcement(row)
        else { return nil }
        return DueDelivery(
            place: QueuePlace(nextAt: UnixTime(rawValue: row.int64(1)), number: row.int64(0)), lane: lane,
            id: DeliveryIDs(key: row.blob(2)).id(of: row.int64(0)),
            state: state, attempts: Int(row.int64(4)), outages: Int(row.int64(28)), announcement: announcement,
            recipient: DueRecipient(
                number: row.int64(16), isClosed: row.int64(17) != 0, hasPosition: row.int64(38) != 0,
                preferences: RecipientTable.preferences(row, from: 29), badge: Int(row.int64(18))),
            token: token(row), isNotedAlone: row.int64(39) != 0, revision: revision)
    }

    private func announcement(_ row: PreparedStatement) -> DueAnnouncement? {
        guard let id = AnnouncementID(row.text(6)), let type = AnnouncementType(rawValue: row.text(7)) else {
            return nil
        }
        return DueAnnouncement(
            number: row.int64(5), id: id, type: type,
            subject: SubjectID(kept: row.text(8), isNumber: row.int64(9) != 0), title: row.optionalText(10),
            body: row.optionalText(11), category: row.optionalText(12), endsAt: UnixTime(rawValue: row.int64(13)),
            isCancelled: row.text(14) == AnnouncementState.cancelled.rawValue, isTest: row.int64(15) != 0)
    }

    private func token(_ row: PreparedStatement) -> DueToken? {
        guard let number = row.optionalInt64(19), let provider = PushProvider(rawValue: row.text(21)),
            let environment = PushEnvironment(rawValue: row.text(23)),
            let purpose = PushPurpose(rawValue: row.text(25))
        else { return nil }
        return DueToken(
            number: number, owner: row.int64(20), provider: provider, token: SecretText(row.text(22)),
            environment: environment, isEnvironmentAssumed: row.int64(24) != 0, purpose: purpose,
            topic: row.optionalText(26), isMuted: row.int64(27) != 0, language: row.optionalText(37))
    }
}
