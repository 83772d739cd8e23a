/// Creates an API key. The secret is returned only once, and is stored as a hash. Errors: `invalidRequest` for an
/// invalid name or scopes.
public struct CreateAPIKey: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.authSession, 10)
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(key: reply.key.id) }

    public struct Reply: Codable, Sendable {
        public var key: APIKeySummary
        /// The key's secret, which callers send in the header `X-API-Key`.
        public var secret: SecretText

        enum CodingKeys: Int, CodingKey { case key = 0, secret }

        public init(key: APIKeySummary, secret: SecretText) { (self.key, self.secret) = (key, secret) }
    }

    /// A name for operators to read, 1 to 100 characters.
    public var name: String
    /// The key's scopes; at least one.
    public var scopes: [APIKeyScope]
    public var expiresAt: UnixTime?
    /// The publisher that the key acts for. All keys of a publisher share its announcements. Nil to create a publisher.
    public var publisher: PublisherID?
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case name = 0, scopes, expiresAt, publisher, limits }

    public init(
        name: String, scopes: [APIKeyScope], expiresAt: UnixTime? = nil, publisher: PublisherID? = nil,
        limits: PublishingLimits? = nil
    ) {
        (self.limits, self.name, self.scopes) = (limits, name, scopes)
        (self.expiresAt, self.publisher) = (expiresAt, publisher)
    }
}

/// An API key as operators see it, without its secret. Stored by auth-session.
public struct APIKeySummary: Codable, Sendable {
    public var id: APIKeyID
    public var name: String
    public var scopes: [APIKeyScope]
    public var createdAt: UnixTime
    public var expiresAt: UnixTime?
    public var revokedAt: UnixTime?
    /// The key's publisher; nil if the publisher's id is the id of the key.
    public var publisher: PublisherID?
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case id = 0, name, scopes, createdAt, expiresAt, revokedAt, publisher, limits }

    public init(
        id: APIKeyID, name: String, scopes: [APIKeyScope], createdAt: UnixTime, expiresAt: UnixTime? = nil,
        revokedAt: UnixTime? = nil, publisher: PublisherID? = nil, limits: PublishingLimits? = nil
    ) {
        (self.limits, self.id, self.name, self.scopes, self.createdAt) = (limits, id, name, scopes, createdAt)
        (self.expiresAt, self.revokedAt, self.publisher) = (expiresAt, revokedAt, publisher)
    }

    public var publishing: PublisherID? { scopes.contains(.publish) ? publisher ?? PublisherID(id) : nil }

    /// Whether the key is valid at a time: neither revoked nor expired.
    public func counts(at now: UnixTime) -> Bool { revokedAt == nil && expiresAt.map { now < $0 } ?? true }
}

/// Lists the API keys, the newest first, including revoked keys.
public struct ListAPIKeys: RequestFromEdge, IdempotentRequest {
    public typealias Reply = [APIKeySummary]
    public static let serviceCode = ServiceCode(.authSession, 11)

    public init() {}
}

/// Revokes an API key at once. Revoking it again succeeds. Errors: `notFound`.
public struct RevokeAPIKey: ServiceRequest, OperatorAct, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 12)
    public var ends: EndedCredentials { .announced() }
    public var audited: AuditedSubject { AuditedSubject(key: id) }

    public var id: APIKeyID

    enum CodingKeys: Int, CodingKey { case id = 0 }

    public init(id: APIKeyID) { self.id = id }
}
