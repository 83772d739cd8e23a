/// Removes a passkey. Sessions of the console that began with it continue.
///
/// Errors: `notFound`, also for a passkey of another key than `key`.
public struct RemoveAPIKeyPasskey: ServiceRequest, OperatorAct {
    public struct Reply: Codable, Sendable {
        public var key: APIKeyID

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: APIKeyID) { self.key = key }
    }

    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 33)

    public var passkey: PasskeyID
    /// The passkey's key, for a check; nil for any key.
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
