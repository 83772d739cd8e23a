import CBOR
import Models
import Storage

struct KeptNotification: Sendable {
    var number: Int64
    var record: NotificationRecord
    var beginsAt: UnixTime
    /// Whether it has begun in some time zones and not yet in others.
    var isBetweenBegins: Bool
}

struct SentNotification: Sendable {
    var audience: AudienceExpression
    var content: NotificationContent
    var isSilent: Bool

    /// The tokens that receive it; nil for the one token per push device that shows notifications.
    var tokens: SQL? {
        let purpose = content.purpose
        switch purpose {
        case .alert: return nil
        case .activity:
            return "token.purpose = \(purpose) AND token.activity = \(content.liveActivity?.activity)"
        case .activityStart:
            return "token.purpose = \(purpose) AND token.activity_type = \(content.liveActivity?.attributesType)"
        case .voip, .location, .complication, .fileprovider, .mdm: return "token.purpose = \(purpose)"
        }
    }
}

/// The rows of the table `announcement` that have a `kind`.
struct NotificationTable {
    let connection: Connection

    private static let columns: SQL = """
        number, id, kind, audience, content, starts_at, expires_at, details, created_at, begins_at, ends_at, state, \
        recipients, accepted, sent, suppressed, deferred, failed, expired, pending, refusal, local_start, local_zone, \
        next_begin, has_begun, series, publisher, sent_later FROM announcement
        """

    /// - Parameter publisher: The required publisher; nil accepts any.
    func find(_ id: AnnouncementID, of publisher: PublisherID?) throws(StorageError) -> KeptNotification? {
        try connection.first(
            """
            SELECT \(NotificationTable.columns) WHERE id = \(id) AND kind IS NOT NULL AND publisher IS NOT NULL \
            AND publisher = coalesce(\(publisher), publisher)
            """, KeptNotification.init)
    }

    func find(_ number: Int64) throws(StorageError) -> KeptNotification? {
        try connection.first(
            "SELECT \(NotificationTable.columns) WHERE number = \(number) AND kind IS NOT NULL", KeptNotification.init)
    }

    /// Latest first, below `number`. A nil publisher selects all publishers; no states select any state.
    func all(
        of publisher: PublisherID?, in states: [AnnouncementState] = [], before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptNotification] {
        guard !states.isEmpty else { return try page(of: publisher, before: number, limit: limit) }
        // One query per state: an index has each state in order, but several states would need a sort.
        var found: [KeptNotification] = []
        for state in Set(states) {
            found += try page(of: publisher, in: state, before: number, limit: limit)
        }
        return Array(found.sorted { $0.number > $1.number }.prefix(limit))
    }

    private func page(
        of publisher: PublisherID?, in state: AnnouncementState? = nil, before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptNotification] {
        let isTheirs: SQL = publisher == nil ? "publisher IS NOT NULL" : "publisher = \(publisher)"
        let isMeant: SQL = state == nil ? "" : "AND state = \(state)"
        return try connection.all(
            """
            SELECT \(NotificationTable.columns) WHERE number < \(number) AND \(isTheirs) AND kind IS NOT NULL \(isMeant) \
            ORDER BY number DESC LIMIT \(limit)
            """, KeptNotification.init)
    }

    /// Nil for an announcement.
    func sent(_ number: Int64) throws(StorageError) -> SentNotification? {
        try connection.first(
            "SELECT audience, content, is_silent FROM announcement WHERE number = \(number) AND kind IS NOT NULL"
        ) { row throws(StorageError) in
            guard let audience = NotificationTable.readAudience(try row["audience"]),
                let content = NotificationTable.read(try row["content"])
            else { return nil }
            return SentNotification(audience: audience, content: content, isSilent: try row["is_silent"])
        }
    }

    /// A token that receives a notification, with the facts of its user and push device.
    struct Reached {
        var token: Int64
        var account: AccountID
        var preferences: NotificationPreferences?
        var facts: DeviceFacts
    }

    /// The tokens of the recipients in a range of the notification's inbox entries.
    func reached(by number: Int64, _ entries: ClosedRange<Int64>) throws(StorageError) -> [Reached] {
        try connection.all(
            """
            SELECT token.number, recipient.account, \(RecipientTable.preferences), \(DeviceFacts.columns) \
            FROM inbox CROSS JOIN token \
            JOIN recipient ON recipient.number = token.recipient \
            WHERE token.recipient = inbox.recipient AND inbox.announcement = \(number) \
            AND inbox.number BETWEEN \(entries.lowerBound) AND \(entries.upperBound)
            """
        ) { row throws(StorageError) in
            guard let account: AccountID = try row["account"] else { return nil }
            return try Reached(
                token: row["number"], account: account, preferences: RecipientTable.preferences(row),
                facts: DeviceFacts(row))
        }
    }

    func insert(
        _ notification: OutgoingNotification, as id: AnnouncementID, by publisher: PublisherID,
        _ state: AnnouncementState, _ ids: DeliveryIDs, _ text: (title: String?, body: String?),
        series: String? = nil, at now: UnixTime
    ) throws -> Int64 {
        let place = notification.audience.place
        let (audience, content) = try (
            CBOREncoder().encode(notification.audience), CBOREncoder().encode(notification.content)
        )
        let page = notification.details.flatMap { NotificationDetails($0) }
        let begin = PublishingRules.begin(of: notification, createdAt: now)
        let end = PublishingRules.end(of: notification, createdAt: now)
        return try connection.insert(
            """
            INSERT INTO announcement (id, publisher, type, subject, is_subject_number, title, body, latitude, longitude, \
            starts_at, expires_at, created_at, begins_at, ends_at, state, delivery_key, kind, audience, content, \
            is_placed, is_silent, local_start, local_zone, series, details, page_type, page_number) \
            VALUES (\(id), \(publisher), 'NOTIFICATION', \(id), 0, \(text.title), \(text.body), \
            \(place?.latitude ?? 0), \(place?.longitude ?? 0), \(notification.startsAt), \(notification.expiresAt), \
            \(now), \(begin), \(end), \(state), \(ids.key), \(notification.kind), \(audience), \(content), \
            \(place != nil), \(notification.isSilent), \(notification.localStart?.moment.minutes), \
            \(notification.localStart?.fallbackZone), \(series), \(notification.details), \(page?.type), \
            \(page?.number)) \
            RETURNING number
            """)
    }

    /// Erases the content of a notification, and keeps the fact that it was sent.
    func empty(_ number: Int64) throws {
        guard let kept = try sent(number) else { return }
        let content = try CBOREncoder().encode(kept.content.emptied)
        try connection.run(
            """
            UPDATE announcement SET title = NULL, body = NULL, content = \(content), details = NULL, page_type = NULL, \
            page_number = NULL WHERE number = \(number)
            """)
    }

    /// Nil for none, or for a format that only a later version knows.
    static func read(_ bytes: [UInt8]?) -> NotificationContent? {
        bytes.flatMap { try? CBORDecoder().decode(NotificationContent.self, from: $0) }
    }

    static func readAudience(_ bytes: [UInt8]?) -> AudienceExpression? {
        bytes.flatMap { try? CBORDecoder().decode(AudienceExpression.self, from: $0) }
    }
}

extension NotificationContent {
    /// The same form without any text.
    var emptied: NotificationContent {
        NotificationContent(
            pushType: pushType, texts: texts.map { NotificationText(language: $0.language, title: "") },
            timeToLive: timeToLive)
    }
}

extension KeptNotification {
    /// Nil for a row with a value that only a later version knows.
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: AnnouncementState = try row["state"], let kind: String = try row["kind"],
            let audience = NotificationTable.readAudience(try row["audience"]),
            let content = NotificationTable.read(try row["content"])
        else { return nil }
        let notification = try OutgoingNotification(
            kind: kind, audience: audience, content: content, startsAt: row["starts_at"], expiresAt: row["expires_at"],
            localStart: LocalStart(row), details: row["details"])
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
            beginsAt: row["begins_at"], isBetweenBegins: isBetweenBegins)
    }
}

extension LocalStart {
    /// Reads the columns `local_start` and `local_zone`; nil if they are NULL.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let minutes: Int64 = try row["local_start"], let zone: String = try row["local_zone"] else { return nil }
        self.init(LocalMoment(minutes: minutes), fallbackZone: zone)
    }
}
