/// A stored event of the security log: ids and fixed words, no text about a user.
public struct KeptSecurityEvent: Codable, Hashable, Sendable {
    /// Increases within the service. Gaps remain where events were erased with their account.
    public var number: Int64
    public var at: UnixTime
    /// The kind, in lower case with hyphens: `sign-in-refused`.
    public var event: String
    public var account: AccountID?
    public var method: String?
    /// The reason, in words of the log or as an `ErrorCode`.
    public var reason: String?
    /// As `ClientNetwork.redacted` writes it; nil if the sign-in method does not store it.
    public var network: String?
    /// The other object that it was about: a session, a token, a key or an issuer.
    public var subject: String?
    /// The request's id in the logs; nil for scheduled work.
    public var request: String?

    enum CodingKeys: Int, CodingKey { case number = 0, at, event, account, method, reason, network, subject, request }

    public init(
        number: Int64, at: UnixTime, event: String, account: AccountID? = nil, method: String? = nil,
        reason: String? = nil, network: String? = nil, subject: String? = nil, request: String? = nil
    ) {
        (self.number, self.at, self.event, self.account, self.method) = (number, at, event, account, method)
        (self.reason, self.network, self.subject, self.request) = (reason, network, subject, request)
    }
}
