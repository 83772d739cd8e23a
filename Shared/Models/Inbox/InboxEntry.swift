// Something that a person was told.

/// Something that a person was told.
public struct InboxEntry: Codable, Hashable, Sendable {
    public var id: InboxEntryID
    public var type: AnnouncementType
    public var subject: SubjectID
    public var title: String
    public var body: String
    public var at: UnixTime
    /// Nil while it is unread.
    public var readAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, type, subject, title, body, at, readAt }

    public init(
        id: InboxEntryID, type: AnnouncementType, subject: SubjectID, title: String, body: String, at: UnixTime,
        readAt: UnixTime? = nil
    ) {
        self.id = id
        self.type = type
        self.subject = subject
        self.title = title
        self.body = body
        self.at = at
        self.readAt = readAt
    }
}
