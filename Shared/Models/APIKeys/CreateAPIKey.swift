// An operator makes an API key.

/// Makes an API key. Its secret is told once and stored hashed.
///
/// Errors: `invalidRequest` for a name or scopes out of their rules.
public struct CreateAPIKey: ServiceRequest, OperatorAct {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 10)

    /// The key, and for the only time its secret.
    public struct Reply: Codable, Sendable {
        public var key: APIKeySummary
        /// What a publisher shows in `X-API-Key`.
        public var secret: SecretText

        enum CodingKeys: Int, CodingKey { case key = 0, secret }

        public init(key: APIKeySummary, secret: SecretText) {
            self.key = key
            self.secret = secret
        }
    }

    /// For people, 1 to 100 characters.
    public var name: String
    /// At least one.
    public var scopes: [APIKeyScope]
    public var expiresAt: UnixTime?
    /// Whose announcements it makes and sees; keys of one publisher share them. Nil for a publisher of its own.
    public var publisher: PublisherID?
    /// What it may publish; nil for everything.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case name = 0, scopes, expiresAt, publisher, limits }

    public init(
        name: String, scopes: [APIKeyScope], expiresAt: UnixTime? = nil, publisher: PublisherID? = nil,
        limits: PublishingLimits? = nil
    ) {
        self.limits = limits
        self.name = name
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.publisher = publisher
    }
}

/// An API key as an operator sees it, without its secret.
public struct APIKeySummary: Codable, Sendable {
    public var id: APIKeyID
    public var name: String
    public var scopes: [APIKeyScope]
    public var createdAt: UnixTime
    public var expiresAt: UnixTime?
    public var revokedAt: UnixTime?
    /// Whose announcements it makes and sees; nil for a publisher of its own, whose name is the key's id.
    public var publisher: PublisherID?
    /// What it may publish; nil for everything.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case id = 0, name, scopes, createdAt, expiresAt, revokedAt, publisher, limits }

    public init(
        id: APIKeyID, name: String, scopes: [APIKeyScope], createdAt: UnixTime, expiresAt: UnixTime? = nil,
        revokedAt: UnixTime? = nil, publisher: PublisherID? = nil, limits: PublishingLimits? = nil
    ) {
        self.limits = limits
        self.id = id
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.publisher = publisher
    }

    /// Whose notifications it sends; nil for a key that does not publish.
    public var publishing: PublisherID? { scopes.contains(.publish) ? publisher ?? PublisherID(id) : nil }

    /// Whether it counts at a moment: it was not revoked, and its time is not over.
    public func counts(at now: UnixTime) -> Bool { revokedAt == nil && expiresAt.map { now < $0 } ?? true }
}

extension CreateAPIKey {
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(key: reply.key.id) }
}
