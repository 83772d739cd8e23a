import Models

struct InboxPage: Sendable {
    var entries: [KeptInboxEntry]
    var unread: Int
    var total: Int
    var hasMore: Bool
    var isInUse: Bool

    static let empty = InboxPage(entries: [], unread: 0, total: 0, hasMore: false, isInUse: true)
}

/// Texts are nil if the announcement has no texts of its own.
struct KeptInboxEntry: Sendable {
    var id: InboxEntryID
    /// Nil for a notification.
    var type: AnnouncementType?
    var subject: SubjectID
    var title: String?
    var body: String?
    var at: UnixTime
    var readAt: UnixTime?
    /// Set for notifications only, with the texts of each language.
    var kind: String?
    var content: NotificationContent?
}
