/// Adds a passkey to an operator's API key. The passkey's user handle is the key's id.
///
/// Errors: `invalidRequest` for an answer that does not match the request (the answer and the log name the mismatch)
/// and for an invalid name, `conflict` for a known passkey or one too many, `invalidToken` and `tokenExpired` for an
/// invalid key.
public struct AddAPIKeyPasskey: ServiceRequest, OperatorAct {
    public typealias Reply = APIKeyPasskey
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 30)

    public static let maximumPerKey = 8

    public var key: APIKeyID
    public var attestation: PasskeyAttestation
    public var expected: PasskeyExpectation
    /// 1 to 64 characters on one line; nil for `Passkey`.
    public var name: String?

    enum CodingKeys: Int, CodingKey { case key = 0, attestation, expected, name }

    public init(key: APIKeyID, attestation: PasskeyAttestation, expected: PasskeyExpectation, name: String? = nil) {
        self.key = key
        self.attestation = attestation
        self.expected = expected
        self.name = name
    }
}

extension AddAPIKeyPasskey {
    public var nameInAudit: String { "AddConsolePasskey" }
    public var neededScopes: [APIKeyScope] { .viewers }
    public var audited: AuditedSubject { AuditedSubject(key: key) }
    public var ownKey: APIKeyID? { key }
    /// The key itself is needed, because the passkey outlives any session that could add it.
    public var takesKeyItself: Bool { true }
}
