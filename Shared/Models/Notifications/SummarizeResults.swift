/// Counts the sent pushes of a notification by provider and language, as far as a publisher may see them: no group of fewer
/// than ten users, and no groups if the audience names accounts. Errors: `notFound`.
public struct SummarizeResults: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 126)

    public var id: NotificationID
    /// Must be the notification's publisher.
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case id = 0, publisher }

    public init(id: NotificationID, of publisher: PublisherID) {
        (self.id, self.publisher) = (id, publisher)
    }

    public struct Reply: Codable, Sendable {
        /// The largest first and the rest last; empty if everything is withheld.
        public var groups: [ResultGroup]

        enum CodingKeys: Int, CodingKey { case groups = 0 }

        public init(groups: [ResultGroup]) { self.groups = groups }
    }
}

/// The number of sent pushes for one provider and language, or for all groups too small to show.
public struct ResultGroup: Codable, Hashable, Sendable {
    /// Nil for the rest.
    public var provider: PushProvider?
    /// Nil for devices without a language, and for the rest.
    public var language: String?
    public var sent: Int

    enum CodingKeys: Int, CodingKey { case provider = 0, language, sent }

    public init(provider: PushProvider? = nil, language: String? = nil, sent: Int) {
        (self.provider, self.language, self.sent) = (provider, language, sent)
    }
}
