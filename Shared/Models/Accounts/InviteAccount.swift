/// Creates an account without a password; only its user sees the link for setting one. Errors: `invalidRequest` for an invalid
/// address or field; `duplicate` if an account has the address.
public struct InviteAccount: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.identity, 20)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(account: reply.profile.account) }

    public struct Reply: Codable, Sendable {
        public var profile: AccountProfile
        public var expiresAt: UnixTime
        /// Of identity, if no mail server is configured; otherwise nil.
        public var messageFile: String?

        enum CodingKeys: Int, CodingKey { case profile = 0, expiresAt, messageFile }

        public init(profile: AccountProfile, expiresAt: UnixTime, messageFile: String? = nil) {
            (self.profile, self.expiresAt, self.messageFile) = (profile, expiresAt, messageFile)
        }
    }

    public var email: Personal<String>
    public var details: ProfileDetails

    enum CodingKeys: Int, CodingKey { case email = 0, details }

    public init(email: Personal<String>, details: ProfileDetails = ProfileDetails()) {
        (self.email, self.details) = (email, details)
    }
}
