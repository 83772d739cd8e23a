import Models
import Storage

struct KeptNotification: Sendable {
    var number: Int64
    var record: NotificationRecord
    /// The state as stored. The state of `record` is `deciding` between two begins.
    var state: NotificationState
    var beginsAt: UnixTime
    var endsAt: UnixTime
    var decidedAt: UnixTime?
    /// Whether the notification was cancelled because its publisher had cancelled too much around its place.
    var isBarred: Bool
    /// Whether the notification has begun in some time zones and not yet in others.
    var isBetweenBegins: Bool

    var id: NotificationID { record.id }

    /// Whether the notification begins at each recipient's local time, and so several times.
    var isLocal: Bool { record.notification.localStart != nil }

    /// The first begin. By local times this is the begin in UTC+14, while `beginsAt` is the next begin.
    var firstBegin: UnixTime {
        record.notification.localStart.map { UnixTime(milliseconds: ($0.moment.minutes - 840) * 60_000) } ?? beginsAt
    }

    /// The audience's query. The kind has only its name; `AudienceRules.known` adds the operator's settings.
    var query: AudienceQuery {
        let notification = record.notification
        return AudienceQuery(
            kind: NotificationKind(notification.kind), expression: notification.audience,
            announcement: notification.announcement)
    }
}

extension KeptNotification {
    static let selection: SQL = """
        number, id, kind, audience, content, type, subject, is_subject_number, title, body, category, starts_at, \
        expires_at, details, created_at, begins_at, ends_at, state, recipients, accepted, sent, suppressed, deferred, \
        failed, expired, pending, refusal, local_start, local_zone, next_begin, has_begun, series, publisher, sent_later, \
        decided_at, is_barred FROM notification
        """

    /// Reads a notification; nil for a value that only a later version knows.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: NotificationState = try row["state"],
            let audience = NotificationTable.readAudience(try row["audience"]),
            let content = NotificationTable.read(try row["content"]), try Announcement.isKnown(row)
        else { return nil }
        let notification = try OutgoingNotification(
            kind: row["kind"], audience: audience, content: content, startsAt: row["starts_at"],
            expiresAt: row["expires_at"], localStart: LocalStart(row), details: row["details"],
            announcement: Announcement(row))
        let next: UnixTime? = try row["next_begin"]
        let isBetweenBegins = try row["has_begun"] && (state == .scheduled || state == .deciding && next != nil)
        var counts = try DeliveryCounts(
            accepted: row["accepted"], sent: row["sent"], suppressed: row["suppressed"], deferred: row["deferred"],
            failed: row["failed"], expired: row["expired"], pending: row["pending"])
        counts.sentLater = try row["sent_later"]
        try self.init(
            number: row["number"],
            record: NotificationRecord(
                id: row["id"], notification: notification, createdAt: row["created_at"],
                state: isBetweenBegins ? .deciding : state,
                recipients: row["recipients"], counts: counts, refusal: row["refusal"],
                series: row["series"], publisher: row["publisher"]),
            state: state, beginsAt: row["begins_at"], endsAt: row["ends_at"], decidedAt: row["decided_at"],
            isBarred: row["is_barred"], isBetweenBegins: isBetweenBegins)
    }
}

extension Announcement {
    /// Whether the column `type` is NULL or a type that this version knows.
    static func isKnown(_ row: borrowing Row) throws(StorageError) -> Bool {
        let type: AnnouncementType? = try row["type"]
        return type?.isKnown ?? true
    }

    init?(_ row: borrowing Row) throws(StorageError) {
        guard let type: AnnouncementType = try row["type"] else { return nil }
        try self.init(
            type: type, subject: AnnouncementSubject(row), title: row["title"], body: row["body"],
            category: row["category"])
    }
}

extension AnnouncementSubject {
    init(_ row: borrowing Row) throws(StorageError) {
        let text: String = try row["subject"]
        if try row["is_subject_number"], let number = Int64(text) { self = .number(number) } else { self = .text(text) }
    }
}

extension LocalStart {
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let minutes: Int64 = try row["local_start"], let zone: String = try row["local_zone"] else { return nil }
        self.init(LocalMoment(minutes: minutes), fallbackZone: zone)
    }
}
