import CBOR
import Models
import Storage

struct NotificationTable {
    let connection: Connection

    // MARK: Reading

    func find(_ number: Int64) throws(StorageError) -> KeptNotification? {
        try connection.first("SELECT \(KeptNotification.selection) WHERE number = \(number)", KeptNotification.init)
    }

    func find(
        own id: String, of publisher: PublisherID?, among group: NotificationGroup?
    ) throws(StorageError) -> KeptNotification? {
        try connection.first(
            """
            SELECT \(KeptNotification.selection) WHERE id = \(id) AND \(NotificationTable.isMeant(publisher, among: group))
            """, KeptNotification.init)
    }

    /// Finds a notification by its id, or the latest announcement by its publisher's id of the subject.
    func find(
        _ name: String, of publisher: PublisherID?, among group: NotificationGroup?
    ) throws(StorageError) -> KeptNotification? {
        let found = try find(own: name, of: publisher, among: group)
        guard found == nil, NotificationTable.mayBeSubject(name, among: group) else { return found }
        return try connection.first(
            """
            SELECT \(KeptNotification.selection) \
            WHERE subject = \(name) AND \(NotificationTable.isMeant(publisher, among: group)) \
            ORDER BY number DESC LIMIT 1
            """, KeptNotification.init)
    }

    /// Whether a name may be a subject. Without a group, a text in the form of an id may be the id of a deleted
    /// notification, and an announcement must not appear in its place.
    private static func mayBeSubject(_ name: String, among group: NotificationGroup?) -> Bool {
        switch group {
        case .announcements: true
        case .others: false
        case nil: !NotificationID.isOfServer(name)
        }
    }

    private static func isMeant(_ publisher: PublisherID?, among group: NotificationGroup?) -> SQL {
        "publisher IS NOT NULL AND publisher = coalesce(\(publisher), publisher) \(isAmong(group))"
    }

    private static func isAmong(_ group: NotificationGroup?) -> SQL {
        switch group {
        case .announcements: "AND type IS NOT NULL"
        case .others: "AND type IS NULL"
        case nil: ""
        }
    }

    /// Returns notifications below `number`, the latest first. A nil publisher selects all publishers, a nil group both
    /// groups, and an empty list of states any state. `isFailing` selects notifications with failed or expired pushes,
    /// and refused notifications.
    func all(
        of publisher: PublisherID?, in states: [NotificationState] = [], among group: NotificationGroup?,
        isFailing: Bool = false, before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptNotification] {
        guard !states.isEmpty else {
            return try page(of: publisher, among: group, isFailing: isFailing, before: number, limit: limit)
        }
        // One query per state and group: an index has each combination in order, but several would need a sort.
        var found: [KeptNotification] = []
        for state in Set(states) {
            for group in group.map({ [$0] }) ?? NotificationGroup.allCases {
                found += try page(
                    of: publisher, in: state, among: group, isFailing: isFailing, before: number, limit: limit)
            }
        }
        return Array(found.sorted { $0.number > $1.number }.prefix(limit))
    }

    private func page(
        of publisher: PublisherID?, in state: NotificationState? = nil, among group: NotificationGroup?,
        isFailing: Bool, before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptNotification] {
        let isTheirs: SQL = publisher == nil ? "publisher IS NOT NULL" : "publisher = \(publisher)"
        let hasState: SQL = state == nil ? "" : "AND state = \(state)"
        // As the partial index `failing_notification` says it.
        let fails: SQL = isFailing ? "AND \(PushSchema.isFailing)" : ""
        return try connection.all(
            """
            SELECT \(KeptNotification.selection) WHERE number < \(number) AND \(isTheirs) \
            \(NotificationTable.isAmong(group)) \(hasState) \(fails) ORDER BY number DESC LIMIT \(limit)
            """, KeptNotification.init)
    }

    /// Returns a sent notification; nil without stored content, as for a digest.
    func sent(_ number: Int64) throws(StorageError) -> SentNotification? {
        try connection.first("SELECT audience, content, is_silent FROM notification WHERE number = \(number)") {
            row throws(StorageError) in
            guard let audience = NotificationTable.readAudience(try row["audience"]),
                let content = NotificationTable.read(try row["content"])
            else { return nil }
            return SentNotification(audience: audience, content: content, isSilent: try row["is_silent"])
        }
    }

    struct Reached {
        var token: Int64
        var account: AccountID
        var preferences: NotificationPreferences?
        var facts: DeviceFacts
    }

    func reached(by number: Int64, _ entries: ClosedRange<Int64>) throws(StorageError) -> [Reached] {
        try connection.all(
            """
            SELECT token.number, recipient.account, \(RecipientTable.preferences), \(DeviceFacts.columns) \
            FROM inbox CROSS JOIN token \
            JOIN recipient ON recipient.number = token.recipient \
            WHERE token.recipient = inbox.recipient AND inbox.notification = \(number) \
            AND inbox.number BETWEEN \(entries.lowerBound) AND \(entries.upperBound)
            """
        ) { row throws(StorageError) in
            guard let account: AccountID = try row["account"] else { return nil }
            return try Reached(
                token: row["number"], account: account, preferences: RecipientTable.preferences(row),
                facts: DeviceFacts(row))
        }
    }

    /// Returns the begins that count as simultaneous with `moment`, the earliest first, without cancelled notifications
    /// and without `changed`. Begins without recipients count, too: otherwise a refusal would reveal that users are
    /// near the place.
    func begins(
        of publisher: PublisherID, near place: Coordinate, with moment: UnixTime, except changed: Int64? = nil
    ) throws(StorageError) -> [UnixTime] {
        try connection.all(
            """
            SELECT latitude, longitude, begins_at FROM notification \
            WHERE publisher = \(publisher) AND begins_at > \(moment.adding(seconds: -CountRules.together)) \
            AND begins_at < \(moment.adding(seconds: CountRules.together)) AND state <> 'cancelled' \
            AND latitude IS NOT NULL AND number <> \(changed ?? 0) ORDER BY begins_at
            """
        ) { row throws(StorageError) in
            guard let other = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]),
                GreatCircle.distance(other, place) <= CountRules.area
            else { return nil }
            return try row["begins_at"]
        }
    }

    // MARK: Writing

    enum Origin {
        case publisher(PublisherID, series: String? = nil)
        case test(Int64)
        case signIn(SessionID, Int64)
        /// A notice of the server to this recipient, without a publisher.
        case ownNotice(Int64)
    }

    func insert(
        _ notification: OutgoingNotification, as id: NotificationID, from origin: Origin, _ state: NotificationState,
        _ ids: DeliveryIDs, at now: UnixTime
    ) throws -> Int64 {
        var (publisher, series, owner, session): (PublisherID?, String?, Int64?, SessionID?)
        switch origin {
        case .publisher(let id, let name): (publisher, series) = (id, name)
        case .test(let number), .ownNotice(let number): owner = number
        case .signIn(let id, let number): (session, owner) = (id, number)
        }
        let announcement = notification.announcement
        let cell = announcement == nil ? nil : notification.audience.place.map(AnnouncementGrid.Cell.init)
        let own: RowValues = [
            "id": "\(id)", "publisher": "\(publisher)", "series": "\(series)", "owner": "\(owner)",
            "session": "\(session)", "created_at": "\(now)", "delivery_key": "\(ids.key)",
            "type": "\(announcement?.type)", "subject": "\(announcement?.subject.description)",
            "is_subject_number": "\(announcement.map { $0.subject.text == nil })",
            "category": "\(announcement?.category)", "grid_row": "\(cell?.row)", "grid_column": "\(cell?.column)",
        ]
        let row = try own + changeable(notification, state, createdAt: now)
        return try connection.insert("INSERT INTO notification \(row.inserted) RETURNING number")
    }

    func update(
        _ number: Int64, to notification: OutgoingNotification, _ state: NotificationState, at now: UnixTime
    ) throws {
        let row = try changeable(notification, state, createdAt: now)
        try connection.run("UPDATE notification SET \(row.assigned) WHERE number = \(number)")
    }

    private func changeable(
        _ notification: OutgoingNotification, _ state: NotificationState, createdAt now: UnixTime
    ) throws -> RowValues {
        let place = notification.audience.place
        let (audience, content) = try (
            CBOREncoder().encode(notification.audience), CBOREncoder().encode(notification.content)
        )
        let (text, page, local) = (notification.keptText, notification.page, notification.localStart)
        return [
            "kind": "\(notification.kind)", "audience": "\(audience)", "content": "\(content)",
            "title": "\(text.title)", "body": "\(text.body)", "details": "\(notification.details)",
            "latitude": "\(place?.latitude)", "longitude": "\(place?.longitude)",
            "starts_at": "\(notification.startsAt)", "expires_at": "\(notification.expiresAt)",
            "begins_at": "\(PublishingRules.begin(of: notification, createdAt: now))",
            "ends_at": "\(PublishingRules.end(of: notification, createdAt: now))", "state": "\(state)",
            "is_silent": "\(notification.isSilent)", "local_start": "\(local?.moment.minutes)",
            "local_zone": "\(local?.fallbackZone)", "page_type": "\(page?.type)", "page_number": "\(page?.number)",
        ]
    }

    /// Deletes the content, but keeps the fact that the notification was sent.
    func empty(_ number: Int64) throws {
        guard let kept = try sent(number) else { return }
        let content = try CBOREncoder().encode(kept.content.emptied)
        try connection.run(
            """
            UPDATE notification SET title = NULL, body = NULL, content = \(content), details = NULL, page_type = NULL, \
            page_number = NULL WHERE number = \(number)
            """)
    }

    /// Reads a content; nil without content, or for a format that only a later version knows.
    static func read(_ bytes: [UInt8]?) -> NotificationContent? {
        bytes.flatMap { try? CBORDecoder().decode(NotificationContent.self, from: $0) }
    }

    static func readAudience(_ bytes: [UInt8]?) -> AudienceExpression? {
        bytes.flatMap { try? CBORDecoder().decode(AudienceExpression.self, from: $0) }
    }

    func page(_ number: Int64) throws(StorageError) -> AnnouncedPage? {
        try connection.first(
            """
            SELECT id, type, subject, is_subject_number, title, body, category, latitude, longitude, starts_at, \
            expires_at, details FROM notification WHERE number = \(number)
            """
        ) { row throws(StorageError) in
            guard let announcement = try Announcement(row) else { return nil }
            return try AnnouncedPage(
                id: row["id"], announcement: announcement,
                place: Coordinate(latitude: row["latitude"], longitude: row["longitude"]), startsAt: row["starts_at"],
                expiresAt: row["expires_at"], details: row["details"])
        }
    }

    /// Returns the page from the latest notification with details that has begun and was not cancelled, of the first of
    /// the types that has such a notification. Only notifications of the publisher that first sent details count.
    func page(of number: Int64, _ types: [AnnouncementType], at now: UnixTime) throws(StorageError) -> AnnouncedPage? {
        for type in types {
            let counts: SQL = """
                page_number = \(number) AND page_type = \(type) AND publisher IS NOT NULL AND state <> 'cancelled' \
                AND (begins_at <= \(now) OR has_begun = 1)
                """
            let page = try connection.first(
                """
                SELECT id, details, starts_at, expires_at FROM notification WHERE \(counts) \
                AND publisher = (SELECT publisher FROM notification WHERE \(counts) ORDER BY number LIMIT 1) \
                ORDER BY number DESC LIMIT 1
                """, AnnouncedPage.init)
            if let page { return page }
        }
        return nil
    }
}

extension OutgoingNotification {
    /// The texts to keep for exports: an announcement's own texts, or another notification's texts in one language.
    fileprivate var keptText: (title: String?, body: String?) {
        announcement.map { ($0.title, $0.body) } ?? NotificationReading.text(of: content, for: nil)
    }

    /// The details for a page; nil for an announcement, which has a page of its own.
    fileprivate var page: NotificationDetails? {
        announcement == nil ? details.flatMap { NotificationDetails($0) } : nil
    }
}

extension NotificationID {
    /// Whether a text has the form of the ids that this server makes: `opaqueIDText` of 16 bytes.
    fileprivate static func isOfServer(_ text: String) -> Bool {
        text.utf8.count == 32 && text.allSatisfy { "0123456789abcdef".contains($0) }
    }
}

extension NotificationContent {
    var emptied: NotificationContent {
        NotificationContent(
            pushType: pushType, texts: texts.map { NotificationText(language: $0.language, title: "") },
            sound: nil, timeToLive: timeToLive)
    }
}

struct SentNotification: Sendable {
    var audience: AudienceExpression
    var content: NotificationContent
    var isSilent: Bool
}

extension AnnouncedPage {
    /// Reads an announcement; nil for a form that only a later version knows.
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let text: String = try row["details"], let details = NotificationDetails(text) else { return nil }
        try self.init(
            id: row["id"], announcement: details.announcement, place: details.place, startsAt: row["starts_at"],
            expiresAt: row["expires_at"], details: text)
    }
}
