// A session has begun on a client that its account was not seen on before.

/// Has the person of an account told, by a message to their e-mail address where they have one, that somebody has signed in
/// on a client that the account was not seen on before. A repetition with the same id tells it once, as long as the message
/// waits.
///
/// Errors: `notFound` where there is no such account.
public struct ReportSignIn: ServiceRequest {
    /// What else it takes to tell the person.
    public struct Reply: Codable, Hashable, Sendable {
        /// The language of the account as a BCP 47 tag; nil where it has none.
        public var locale: String?

        enum CodingKeys: Int, CodingKey { case locale = 0 }

        public init(locale: String? = nil) { self.locale = locale }
    }

    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 140)
    public static let isIdempotent = true
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// Tells this sign-in from others; the message to the person has it as its id.
    public var id: String
    /// The client, as it said of itself; nil when it said nothing.
    public var client: Personal<String>?
    /// When the session began.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, client, at }

    public init(account: AccountID, id: String, client: Personal<String>?, at: UnixTime) {
        self.account = account
        self.id = id
        self.client = client
        self.at = at
    }
}
