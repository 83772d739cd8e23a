// An operator removes a passkey of an API key.

/// Forgets a passkey: nobody signs in with it any more. Sessions of the console that began with it go on.
///
/// Errors: `notFound`, also for one of another key than `key`.
public struct RemoveAPIKeyPasskey: ServiceRequest, OperatorAct {
    /// Of which key it was.
    public struct Reply: Codable, Sendable {
        public var key: APIKeyID

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: APIKeyID) { self.key = key }
    }

    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 33)

    public var passkey: PasskeyID
    /// The key of which it has to be; nil for whichever it is of.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case passkey = 0, key }

    public init(passkey: PasskeyID, key: APIKeyID? = nil) {
        self.passkey = passkey
        self.key = key
    }
}

extension RemoveAPIKeyPasskey {
    public var nameInAudit: String { "RemoveConsolePasskey" }
    public var neededScopes: [APIKeyScope] { key == nil ? .operators : .viewers }
    public var audited: AuditedSubject { AuditedSubject(key: key) }
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(key: reply.key) }
    public var ownKey: APIKeyID? { key }
}
