/// Informs the user by e-mail, if the account has an address, about a sign-in on a new client. A repetition with the same id
/// has no effect while the message waits. Errors: `notFound`.
public struct ReportSignIn: RequestFromAuthSession, AccountRequest, IdempotentRequest {
    public struct Reply: Codable, Hashable, Sendable {
        public var locale: String?

        enum CodingKeys: Int, CodingKey { case locale = 0 }

        public init(locale: String? = nil) { self.locale = locale }
    }

    public static let serviceCode = ServiceCode(.identity, 140)

    public var account: AccountID
    /// Identifies the sign-in; also the id of the message.
    public var id: String
    /// The client's own description; nil for none.
    public var client: Personal<String>?
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, client, at }

    public init(account: AccountID, id: String, client: Personal<String>?, at: UnixTime) {
        (self.account, self.id, self.client, self.at) = (account, id, client, at)
    }
}
