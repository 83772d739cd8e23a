// A publisher asks what became of a notification, by group.

/// Gives how many pushes of a notification were sent, by who brought them and in which language, as far as a publisher is
/// told: nothing of fewer than ten people, and no groups of an audience that names accounts.
///
/// Errors: `notFound`.
public struct SummarizeResults: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 126)
    public static let isIdempotent = true

    public var id: AnnouncementID
    /// Whose it has to be.
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case id = 0, publisher }

    public init(id: AnnouncementID, of publisher: PublisherID) {
        self.id = id
        self.publisher = publisher
    }

    public struct Reply: Codable, Sendable {
        /// The largest first, and what is in none of these last; empty where nothing is told.
        public var groups: [ResultGroup]

        enum CodingKeys: Int, CodingKey { case groups = 0 }

        public init(groups: [ResultGroup]) {
            self.groups = groups
        }
    }
}

/// How many pushes of one kind were sent.
public struct ResultGroup: Codable, Hashable, Sendable {
    /// Nil for those that are told without their groups.
    public var provider: PushProvider?
    /// Nil for push devices that have named none, and where `provider` is nil.
    public var language: String?
    public var sent: Int

    enum CodingKeys: Int, CodingKey { case provider = 0, language, sent }

    public init(provider: PushProvider? = nil, language: String? = nil, sent: Int) {
        self.provider = provider
        self.language = language
        self.sent = sent
    }
}
