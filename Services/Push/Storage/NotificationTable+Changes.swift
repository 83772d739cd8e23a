import CBOR
import Models
import Storage

extension NotificationTable {
    func update(
        _ number: Int64, to notification: OutgoingNotification, _ state: NotificationState,
        _ text: (title: String?, body: String?), at now: UnixTime
    ) throws {
        let place = notification.audience.place
        let (audience, content) = try (
            CBOREncoder().encode(notification.audience), CBOREncoder().encode(notification.content)
        )
        let page = notification.details.flatMap { NotificationDetails($0) }
        let begin = PublishingRules.begin(of: notification, createdAt: now)
        let end = PublishingRules.end(of: notification, createdAt: now)
        try connection.run(
            """
            UPDATE announcement SET title = \(text.title), body = \(text.body), latitude = \(place?.latitude ?? 0), \
            longitude = \(place?.longitude ?? 0), starts_at = \(notification.startsAt), \
            expires_at = \(notification.expiresAt), begins_at = \(begin), ends_at = \(end), state = \(state), \
            kind = \(notification.kind), audience = \(audience), content = \(content), is_placed = \(place != nil), \
            is_silent = \(notification.isSilent), local_start = \(notification.localStart?.moment.minutes), \
            local_zone = \(notification.localStart?.fallbackZone), details = \(notification.details), \
            page_type = \(page?.type), page_number = \(page?.number) WHERE number = \(number)
            """)
    }

    func setBegin(_ number: Int64, _ begin: UnixTime, end: UnixTime) throws(StorageError) {
        try connection.run(
            "UPDATE announcement SET begins_at = \(begin), ends_at = \(end) WHERE number = \(number)")
    }

    /// Cancels a scheduled notification.
    ///
    /// - Parameter reason: The text that its publisher reads.
    func setRefused(_ number: Int64, because reason: String) throws(StorageError) {
        try connection.run(
            "UPDATE announcement SET state = 'cancelled', refusal = \(reason) WHERE number = \(number)")
    }

    /// Stores that the audience of one of several begins is resolved.
    ///
    /// - Parameters:
    ///   - recipients: The number of additional recipients.
    ///   - next: The next begin; nil after the last one.
    func setBegun(
        _ number: Int64, recipients: Int, next: UnixTime?, end: UnixTime, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            UPDATE announcement SET recipients = recipients + \(recipients), decided_at = \(now), state = 'deciding', \
            decided_after = \(Int64.max), ends_at = \(end), has_begun = 1, next_begin = \(next) WHERE number = \(number)
            """)
    }

    func told(_ number: Int64) throws(StorageError) -> Set<Int64> {
        Set(
            try connection.values(
                """
                SELECT inbox.recipient FROM announcement CROSS JOIN inbox WHERE announcement.number = \(number) \
                AND inbox.number BETWEEN announcement.first_entry AND announcement.last_entry \
                AND inbox.announcement = announcement.number
                """))
    }
}
