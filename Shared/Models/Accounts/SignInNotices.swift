/// Informs the user by e-mail about a sign-in on a new client, if the account has an address. A repetition with the
/// same id has no effect while the message waits. Errors: `notFound`.
public struct ReportSignIn: RequestFromAuthSession, RequestByAccount, IdempotentRequest {
    public struct Reply: Codable, Hashable, Sendable {
        public var locale: String?

        enum CodingKeys: Int, CodingKey { case locale = 0 }

        public init(locale: String? = nil) { self.locale = locale }
    }

    public static let serviceCode = ServiceCode(.identity, 140)

    public var account: AccountID
    /// The id of the sign-in and of the message about it.
    public var id: String
    /// The client's own description; nil if the client sent none.
    public var client: Personal<String>?
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, client, at }

    public init(account: AccountID, id: String, client: Personal<String>?, at: UnixTime) {
        (self.account, self.id, self.client, self.at) = (account, id, client, at)
    }
}

/// Notifies a user of a sign-in on a new client, on all devices except those of the new session. Kind switches and
/// quiet hours do not hold the notice back; muted devices do not get it. A repetition with the same session has no
/// effect for a day. The request also succeeds if the user has no device.
public struct TellOfSignIn: RequestFromAuthSession, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 140)

    public var account: AccountID
    /// The new session, whose devices are not notified.
    public var session: SessionID
    /// The client's own description; nil if the client sent none.
    public var client: Personal<String>?
    public var at: UnixTime
    /// The language of the notice, a BCP 47 tag; nil for the language of each device.
    public var locale: String?

    enum CodingKeys: Int, CodingKey { case account = 0, session, client, at, locale }

    public init(account: AccountID, session: SessionID, client: Personal<String>?, at: UnixTime, locale: String?) {
        (self.account, self.session, self.client, self.at, self.locale) = (account, session, client, at, locale)
    }
}
