/// The progress of an account's erasure in all services.
public struct Erasure: Codable, Hashable, Sendable {
    public var id: ErasureID
    /// A salted hash of the account's id; see `ErasureSubject`.
    public var subject: String
    public var askedAt: UnixTime
    /// When the last service confirmed the erasure; nil until then.
    public var completedAt: UnixTime?
    /// The services' confirmations, sorted by service name.
    public var confirmed: [Confirmation]
    /// When the account will be erased, while the user may still cancel the erasure; nil once it is erased.
    public var dueAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, subject, askedAt, completedAt, confirmed, dueAt }

    public init(
        id: ErasureID, subject: String, askedAt: UnixTime, completedAt: UnixTime?, confirmed: [Confirmation],
        dueAt: UnixTime? = nil
    ) {
        (self.id, self.subject, self.askedAt) = (id, subject, askedAt)
        (self.completedAt, self.confirmed, self.dueAt) = (completedAt, confirmed, dueAt)
    }

    public struct Confirmation: Codable, Hashable, Sendable {
        public var service: ServiceName
        public var at: UnixTime
        public var tables: [ErasedTable]

        enum CodingKeys: Int, CodingKey { case service = 0, at, tables }

        public init(service: ServiceName, at: UnixTime, tables: [ErasedTable]) {
            (self.service, self.at, self.tables) = (service, at, tables)
        }
    }

    /// The services with data of accounts. An erasure is complete when all of them have confirmed it.
    public static let services: [ServiceName] = [.authSession, .identity, .location, .preferences, .push]

    public var pending: [ServiceName] {
        Erasure.services.filter { service in !confirmed.contains { $0.service == service } }
    }
}

/// The number of rows that a service has erased from a table.
public struct ErasedTable: Codable, Hashable, Sendable {
    public var name: String
    public var rows: Int64
    /// When the last row is deleted, if some must stay for a while without personal data; nil when all are deleted.
    public var goneBy: UnixTime?

    enum CodingKeys: Int, CodingKey { case name = 0, rows, goneBy }

    public init(_ name: String, rows: Int64, goneBy: UnixTime? = nil) {
        (self.name, self.rows, self.goneBy) = (name, rows, goneBy)
    }
}

/// The rows of an account that a service has erased, and its position in the accounts feed.
public struct ErasedAccountRows: Codable, Hashable, Sendable {
    public var account: AccountID
    /// The sequence number of the change in the accounts feed that caused the erasure.
    public var sequence: UInt64
    /// The tables that had rows of the account.
    public var tables: [ErasedTable]

    enum CodingKeys: Int, CodingKey { case account = 0, sequence, tables }

    public init(account: AccountID, sequence: UInt64, tables: [ErasedTable]) {
        (self.account, self.sequence, self.tables) = (account, sequence, tables)
    }
}

/// Reports to the identity service the rows that a service has erased, and its position in the accounts feed. A
/// repetition has no effect.
public struct ConfirmErasures: ServiceRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 40)
    public static let senders: Set<ServiceName> = [.authSession, .location, .preferences, .push]

    public var reporter: ServiceName
    /// The position in the accounts feed up to which everything is erased. For an earlier erasure that is not in
    /// `erased`, the service had no data. Nil while the service has data of accounts that the feed does not contain.
    public var through: FeedCursor? {
        guard let epoch, let sequence else { return nil }
        return FeedCursor(epoch: epoch, sequence: sequence)
    }
    public var erased: [ErasedAccountRows]
    private var epoch: FeedEpoch?
    private var sequence: UInt64?

    public static let maximumAccounts = 500

    enum CodingKeys: Int, CodingKey { case reporter = 0, erased, epoch, sequence }

    public init(reporter: ServiceName, through: FeedCursor?, erased: [ErasedAccountRows]) {
        self.reporter = reporter
        epoch = through?.epoch
        sequence = through?.sequence
        self.erased = erased
    }
}

/// Erases the account of a session, after the operator's grace period, for an API whose apps can send only a session.
/// Errors: `invalidToken` for a credential that is no session of this account; `unavailable`.
public struct EraseOwnAccount: RequestFromEdge, RequestByAccount {
    public typealias Reply = EraseAccount.Reply
    public static let serviceCode = ServiceCode(.authSession, 136)
    public var ends: EndedCredentials { .ofAccounts(caller: session) }

    public var account: AccountID
    public var session: SessionID
    /// The session's credential, which auth-session itself checks.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case account = 0, session, shown }

    public init(account: AccountID, session: SessionID, shown: ShownCredential) {
        (self.account, self.session, self.shown) = (account, session, shown)
    }
}

/// Finds the record of an erasure. Errors: `notFound` for an unknown id, a wrong secret, a record older than its
/// retention, or a cancelled erasure.
public struct FindErasure: RequestFromAuthSession, IdempotentRequest {
    public typealias Reply = Erasure
    public static let serviceCode = ServiceCode(.identity, 41)

    public var id: ErasureID
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) { (self.id, self.secret) = (id, secret) }
}

/// Returns the progress of an erasure, and its receipt once all services have confirmed. Errors as for `FindErasure`.
public struct GetErasure: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 41)

    public var id: ErasureID
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) { (self.id, self.secret) = (id, secret) }

    public struct Reply: Codable, Hashable, Sendable {
        public var erasure: Erasure
        /// A JWS in the compact form (RFC 7515, section 7.1); nil until the erasure is complete.
        public var receipt: String?

        enum CodingKeys: Int, CodingKey { case erasure = 0, receipt }

        public init(erasure: Erasure, receipt: String?) { (self.erasure, self.receipt) = (erasure, receipt) }
    }
}

/// The id and secret with which a caller tracks an erasure. The edge creates both, so a repetition is the same erasure.
public struct ErasureRequest: Codable, Sendable {
    /// The erasure's id: random and unique.
    public var id: ErasureID
    /// The secret that, together with the id, gives access to the receipt; nil if only an operator may see the receipt.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) { (self.id, self.secret) = (id, secret) }

    /// Creates a request with random members. `hasSecret` is true if others than operators may see the receipt. Throws
    /// `internalFailure` if the generator is broken.
    public init(random: (Int) -> [UInt8], hasSecret: Bool) throws(ServiceError) {
        self.init(id: try ErasureID(random: random(16)), secret: hasSecret ? SecretText(base64URL(random(32))) : nil)
    }
}
