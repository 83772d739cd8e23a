// What is kept of what people were told.

import Models

/// Keeps inboxes. One method is one transaction.
///
/// - Throws: `PushStoreError`, all methods.
protocol InboxStore: Sendable {
    /// A page of what somebody was told, the latest first.
    func inbox(_ request: ListInbox) throws(PushStoreError) -> InboxPage

    /// How much somebody has not read yet.
    func unread(of account: AccountID) throws(PushStoreError) -> Int

    /// From now on the badge that is sent to the account is its unread count.
    func useInbox(of account: AccountID) async throws(PushStoreError)

    /// Marks entries as read, nil for all, and gives how many are left. From then on the badge is the unread count.
    func markRead(
        _ entries: [InboxEntryID]?, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> Int
}

/// A page of an inbox.
struct InboxPage: Sendable {
    var entries: [ToldEntry]
    var unread: Int
    var total: Int
    var hasMore: Bool
    /// Whether the account has used its inbox before.
    var isInUse: Bool

    static let empty = InboxPage(entries: [], unread: 0, total: 0, hasMore: false, isInUse: true)
}

/// Something that somebody was told; texts are nil where the announcement has none of its own.
struct ToldEntry: Sendable {
    var id: InboxEntryID
    var type: AnnouncementType
    var subject: SubjectID
    var title: String?
    var body: String?
    var at: UnixTime
    var readAt: UnixTime?
}

/// Forgets what is no longer needed.
///
/// - Throws: `PushStoreError`, all methods.
protocol HousekeepingStore: Sendable {
    /// Deletes what is older than its time, at most so many rows of a kind; whether there may be more.
    func forget(_ ages: Retention, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool
}
