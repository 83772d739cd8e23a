// An erasure that is followed to its end in all services.

/// How the erasure of an account stands.
public struct Erasure: Codable, Hashable, Sendable {
    public var id: ErasureID
    /// A salted hash of the id that the account had; see `ErasureSubject`.
    public var subject: String
    public var askedAt: UnixTime
    /// When the last service confirmed; nil until then.
    public var completedAt: UnixTime?
    /// The services that have confirmed, in the order of their names.
    public var confirmed: [Confirmation]
    /// When the account is erased, while its person may take that back; nil once it is erased.
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

    /// What one service has erased.
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

    /// The services that keep something of accounts: an erasure is complete when each of them has confirmed.
    public static let services: [ServiceName] = [.authSession, .identity, .location, .preferences, .push]

    /// The services that have not confirmed yet.
    public var pending: [ServiceName] {
        Erasure.services.filter { service in !confirmed.contains { $0.service == service } }
    }
}
