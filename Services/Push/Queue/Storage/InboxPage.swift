import Models

struct InboxPage: Sendable {
    var entries: [KeptInboxEntry]
    var unread: Int
    var total: Int
    var hasMore: Bool
    var isInUse: Bool

    static let empty = InboxPage(entries: [], unread: 0, total: 0, hasMore: false, isInUse: true)
}

struct KeptInboxEntry: Sendable {
    var id: InboxEntryID
    var kind: String
    var announcement: Announcement?
    var title: String?
    var body: String?
    /// In each language; nil for an announcement.
    var content: NotificationContent?
    var at: UnixTime
    var readAt: UnixTime?
}
