// An operator makes an account for a person, who sets its password.

/// Makes an account without a password, and sends its person a link with which they set the first one. Nobody but they
/// see it.
///
/// Errors: `invalidRequest` for an address or a field out of its rules, `duplicate` when the address belongs to an
/// account.
public struct InviteAccount: ServiceRequest, OperatorAct {
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 20)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    /// The account, and until when its invitation counts.
    public struct Reply: Codable, Sendable {
        public var profile: AccountProfile
        public var expiresAt: UnixTime
        /// The file of identity that the invitation is written to, where nobody brings it; nil where somebody does.
        public var messageFile: String?

        enum CodingKeys: Int, CodingKey { case profile = 0, expiresAt, messageFile }

        public init(profile: AccountProfile, expiresAt: UnixTime, messageFile: String? = nil) {
            self.profile = profile
            self.expiresAt = expiresAt
            self.messageFile = messageFile
        }
    }

    public var email: Personal<String>
    public var details: ProfileDetails

    enum CodingKeys: Int, CodingKey { case email = 0, details }

    public init(email: Personal<String>, details: ProfileDetails = ProfileDetails()) {
        self.email = email
        self.details = details
    }
}

extension InviteAccount {
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(account: reply.profile.account) }
}
