// A page of what somebody was told.

import Models

/// A page of an inbox.
struct InboxPage: Sendable {
    var entries: [KeptInboxEntry]
    var unread: Int
    var total: Int
    var hasMore: Bool
    /// Whether the account has used its inbox before.
    var isInUse: Bool

    static let empty = InboxPage(entries: [], unread: 0, total: 0, hasMore: false, isInUse: true)
}

/// Something that somebody was told; texts are nil where the announcement has none of its own.
struct KeptInboxEntry: Sendable {
    var id: InboxEntryID
    /// Nil for a notification.
    var type: AnnouncementType?
    var subject: SubjectID
    var title: String?
    var body: String?
    var at: UnixTime
    var readAt: UnixTime?
    /// Of a notification, with what it says in each language.
    var kind: String?
    var content: NotificationContent?
}
