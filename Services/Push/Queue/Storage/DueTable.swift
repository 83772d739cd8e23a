import Models
import Storage

struct DueTable {
    let connection: Connection
    let revision: InFlight.Revision

    /// Returns due deliveries in queue order, without deliveries that are held for a digest.
    func due(
        _ channel: DeliveryChannel, at now: UnixTime, after place: QueuePlace?, limit: Int
    ) throws(StorageError) -> [DueDelivery] {
        let (time, number) = (place?.nextAt.rawValue ?? .min, place?.number ?? .min)
        // Neighbouring deliveries mostly share a notification, which is read once.
        var notification: DueNotification?
        return try connection.all(
            """
            \(DueTable.selection) WHERE delivery.channel = \(channel) AND delivery.next_at <= \(now) \
            AND (delivery.next_at, delivery.number) > (\(time), \(number)) \
            AND (delivery.gathering IS NULL OR delivery.gathering <> \(Gathering.held)) \
            ORDER BY delivery.next_at, delivery.number
            """, limit: limit
        ) { row throws(StorageError) in
            try DueDelivery(row, of: &notification, revision, connection)
        }
    }

    func waiting(_ delivery: Int64, in channel: DeliveryChannel) throws(StorageError) -> DueDelivery? {
        try connection.first(
            """
            \(DueTable.selection) WHERE delivery.number = \(delivery) AND delivery.channel = \(channel) \
            AND delivery.next_at IS NOT NULL
            """
        ) { row throws(StorageError) in
            var notification: DueNotification?
            return try DueDelivery(row, of: &notification, revision, connection)
        }
    }

    fileprivate func gathered(by digest: Int64) throws(StorageError) -> [DueDelivery] {
        var notification: DueNotification?
        return try connection.all(
            """
            \(DueTable.selection) WHERE delivery.digest = \(digest) AND delivery.gathering = 'gathered' \
            AND delivery.next_at IS NOT NULL ORDER BY delivery.number
            """
        ) { row throws(StorageError) in
            try DueDelivery(row, of: &notification, revision, connection)
        }
    }

    private static let selection: SQL = """
        SELECT delivery.number, delivery.channel, delivery.next_at, notification.delivery_key, delivery.state, \
        delivery.attempts, delivery.outages, delivery.may_have_left IS NOT NULL AS is_noted_alone, \
        delivery.is_unconfirmed, delivery.gathering, delivery.notification, \
        notification.id AS notification_id, notification.kind, notification.type, notification.subject, \
        notification.is_subject_number, notification.title, notification.body, notification.category, \
        notification.begins_at, notification.ends_at, notification.state AS notification_state, \
        notification.publisher IS NULL AS is_test, notification.latitude IS NOT NULL AS is_placed, \
        notification.session AS sign_in, delivery.recipient, recipient.account, recipient.is_closed, \
        recipient.latitude IS NOT NULL AS has_position, \
        CASE WHEN recipient.uses_inbox = 1 THEN (SELECT count(*) FROM inbox WHERE inbox.recipient = delivery.recipient \
        AND inbox.read_at IS NULL) ELSE 1 END AS badge, \(RecipientTable.preferences), \
        token.number AS token_number, token.recipient AS token_owner, token.provider, token.token, \
        token.session, token.environment, token.is_environment_assumed, token.purpose, token.topic, token.is_muted, \
        coalesce(token.languages, token.language) AS languages, \(DeviceFacts.columns) \
        FROM delivery JOIN notification ON notification.number = delivery.notification \
        JOIN recipient ON recipient.number = delivery.recipient LEFT JOIN token ON token.number = delivery.token
        """
}

extension DueDelivery {
    /// Reads a row.
    /// - Parameter known: The notification of the previous row. It is reused if it matches, otherwise the row's
    ///   notification replaces it.
    fileprivate init(
        _ row: borrowing Row, of known: inout DueNotification?, _ revision: InFlight.Revision, _ connection: Connection
    ) throws(StorageError) {
        let place = try QueuePlace(nextAt: row["next_at"], number: row["number"])
        let number: Int64 = try row["notification"]
        let notification = if let known, known.number == number { known } else { try DueNotification(row, connection) }
        known = notification
        try self.init(
            place: place, channel: row["channel"], id: DeliveryIDs(key: row["delivery_key"]).id(of: place.number),
            state: row["state"], attempts: row["attempts"], outages: row["outages"],
            notification: notification, recipient: DueRecipient(row), token: DueToken(row),
            isNotedAlone: row["is_noted_alone"], isUnconfirmed: row["is_unconfirmed"], gathering: row["gathering"],
            revision: revision)
        if gathering == .digest {
            gathered = try DueTable(connection: connection, revision: revision).gathered(by: place.number)
        }
    }
}

extension DueNotification {
    /// Reads a notification with its content. The following rows of the same notification reuse it.
    fileprivate convenience init(_ row: borrowing Row, _ connection: Connection) throws(StorageError) {
        let state: NotificationState = try row["notification_state"]
        let number: Int64 = try row["notification"]
        guard try Announcement.isKnown(row) else {
            throw StorageError.unreadable(column: "type", source: "notification")
        }
        let sent = try connection.notifications.sent(number)
        try self.init(
            number: number, id: row["notification_id"], kind: row["kind"], announcement: Announcement(row),
            content: sent?.content,
            audience: DueAudience(
                expression: sent?.audience.isJudgedAgain == true ? sent?.audience : nil, isPlaced: row["is_placed"]),
            beginsAt: row["begins_at"], endsAt: row["ends_at"], isCancelled: state == .cancelled,
            isTest: row["is_test"], signIn: row["sign_in"])
    }
}

extension DueRecipient {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            number: row["recipient"], isClosed: row["is_closed"], hasPosition: row["has_position"],
            preferences: RecipientTable.preferences(row), badge: row["badge"], account: row["account"])
    }
}

extension DueToken {
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let number: Int64 = try row["token_number"] else { return nil }
        try self.init(
            number: number, owner: row["token_owner"], session: row["session"], provider: row["provider"],
            token: row["token"], environment: row["environment"], isEnvironmentAssumed: row["is_environment_assumed"],
            purpose: row["purpose"], topic: row["topic"], isMuted: row["is_muted"],
            languages: row["languages"], facts: DeviceFacts(row))
    }
}
