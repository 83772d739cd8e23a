// A session has begun on a client that its account was not seen on before: its person's other push devices are told.

/// Tells a person, on all push devices but those of the session that has just begun, that somebody has signed in on a client
/// that the account was not seen on before. Neither switches of kinds nor quiet hours keep it back; a muted push device does.
/// A repetition with the same session tells it once, for a day.
///
/// No push device is no error.
public struct TellOfSignIn: ServiceRequest {
    public typealias Reply = Done
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 140)
    public static let isIdempotent = true
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// The session that has begun, whose push devices are not told.
    public var session: SessionID
    /// The client, as it said of itself; nil when it said nothing.
    public var client: Personal<String>?
    /// When the session began.
    public var at: UnixTime
    /// The language of the account as a BCP 47 tag; nil for that of each push device.
    public var locale: String?

    enum CodingKeys: Int, CodingKey { case account = 0, session, client, at, locale }

    public init(account: AccountID, session: SessionID, client: Personal<String>?, at: UnixTime, locale: String?) {
        self.account = account
        self.session = session
        self.client = client
        self.at = at
        self.locale = locale
    }
}
