// What a service keeps of the lines of its security log.

/// An event of the security log, as its service keeps it: ids and words of ours, and no text of a person.
public struct KeptSecurityEvent: Codable, Hashable, Sendable {
    /// Rises with each event of the service. There may be gaps, where events were erased with their account.
    public var number: Int64
    public var at: UnixTime
    /// What has happened, in lower case with hyphens: `sign-in-refused`.
    public var event: String
    /// Whom it was about; nil where that is not known, and where the account was gone when it was written down.
    public var account: AccountID?
    /// By which method somebody tried to sign in.
    public var method: String?
    /// Why, in words of the log or as an `ErrorCode`.
    public var reason: String?
    /// From where, as `ClientNetwork.redacted` says it; nil where the method keeps no such things.
    public var network: String?
    /// What it was about beside the account: a session, a token, a key or an issuer.
    public var subject: String?
    /// The id of the request, under which logs have it; nil for what happened by the clock.
    public var request: String?

    enum CodingKeys: Int, CodingKey { case number = 0, at, event, account, method, reason, network, subject, request }

    public init(
        number: Int64, at: UnixTime, event: String, account: AccountID? = nil, method: String? = nil,
        reason: String? = nil, network: String? = nil, subject: String? = nil, request: String? = nil
    ) {
        self.number = number
        self.at = at
        self.event = event
        self.account = account
        self.method = method
        self.reason = reason
        self.network = network
        self.subject = subject
        self.request = request
    }
}
