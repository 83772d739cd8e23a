/// A notification in a user's inbox. Stored by push.
public struct InboxEntry: Codable, Hashable, Sendable {
    public var id: InboxEntryID
    /// Nil unless it is an announcement.
    public var type: AnnouncementType?
    /// The id, unless it is an announcement.
    public var subject: AnnouncementSubject
    public var title: String
    public var body: String
    public var at: UnixTime
    public var readAt: UnixTime?
    public var kind: String?
    /// The address that a tap opens in the app; nil for none.
    public var link: String?

    enum CodingKeys: Int, CodingKey { case id = 0, type, subject, title, body, at, readAt, kind, link }

    public init(
        id: InboxEntryID, type: AnnouncementType?, subject: AnnouncementSubject, title: String, body: String,
        at: UnixTime,
        readAt: UnixTime? = nil, kind: String? = nil, link: String? = nil
    ) {
        self.kind = kind
        self.link = link
        self.id = id
        self.type = type
        self.subject = subject
        self.title = title
        self.body = body
        self.at = at
        self.readAt = readAt
    }
}
