/// The progress of an account's erasure in all services.
public struct Erasure: Codable, Hashable, Sendable {
    public var id: ErasureID
    /// A salted hash of the account's id; see `ErasureSubject`.
    public var subject: String
    public var askedAt: UnixTime
    /// When the last service confirmed; nil before that.
    public var completedAt: UnixTime?
    /// Sorted by service name.
    public var confirmed: [Confirmation]
    /// When the account will be erased, while the user may still cancel that; nil once it is erased.
    public var dueAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, subject, askedAt, completedAt, confirmed, dueAt }

    public init(
        id: ErasureID, subject: String, askedAt: UnixTime, completedAt: UnixTime?, confirmed: [Confirmation],
        dueAt: UnixTime? = nil
    ) {
        self.id = id
        self.subject = subject
        self.askedAt = askedAt
        self.completedAt = completedAt
        self.confirmed = confirmed
        self.dueAt = dueAt
    }

    public struct Confirmation: Codable, Hashable, Sendable {
        public var service: ServiceName
        public var at: UnixTime
        public var tables: [ErasedTable]

        enum CodingKeys: Int, CodingKey { case service = 0, at, tables }

        public init(service: ServiceName, at: UnixTime, tables: [ErasedTable]) {
            self.service = service
            self.at = at
            self.tables = tables
        }
    }

    /// The services with data of accounts. The erasure is complete when all have confirmed.
    public static let services: [ServiceName] = [.authSession, .identity, .location, .preferences, .push]

    public var pending: [ServiceName] {
        Erasure.services.filter { service in !confirmed.contains { $0.service == service } }
    }
}

/// The id and secret for tracking an erasure.
public struct ErasureRequest: Codable, Sendable {
    /// Random and unique.
    public var id: ErasureID
    /// Gives access to the receipt together with the id; nil if only an operator may see it.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }

    /// Creates random values.
    ///
    /// - Parameters:
    ///   - random: Returns so many bytes.
    ///   - hasSecret: Whether others than operators may see it.
    /// - Throws: `internalFailure` if the generator is broken.
    public init(random: (Int) -> [UInt8], hasSecret: Bool) throws(ServiceError) {
        self.init(
            id: try ErasureID(random: random(16)), secret: hasSecret ? SecretText(base64URL(random(32))) : nil)
    }
}
