// What GET announcements answers, in an envelope.

public import BaliseJSON

/// Announcements, the latest first.
public struct AnnouncementPage: JSONConvertible, Hashable {
    /// One page of them; the `id` of the last one, as `before`, asks for the next.
    public var announcements: [PublishedAnnouncement]
    /// Whether there are earlier ones.
    public var hasMore: Bool

    /// Makes a body of these members.
    public init(announcements: [PublishedAnnouncement], hasMore: Bool) {
        self.announcements = announcements
        self.hasMore = hasMore
    }
}
