public import BaliseJSON

/// Announcements, the latest first: the answer of GET announcements in an envelope.
public struct AnnouncementPage: JSONConvertible, Hashable {
    /// One page. Ask for the next with the `id` of the last one as `before`.
    public var announcements: [PublishedAnnouncement]
    /// Whether there are earlier announcements.
    public var hasMore: Bool

    /// Makes a body of these members.
    public init(announcements: [PublishedAnnouncement], hasMore: Bool) {
        self.announcements = announcements
        self.hasMore = hasMore
    }
}
