// An operator adds a passkey to their API key.

/// Keeps the public key that an authenticator has made for the operator of an API key. The user handle of such a passkey
/// is the id of the key.
///
/// Errors: `invalidRequest` for an answer that does not fit to what was asked (the answer and the log say why) and for what is no name,
/// `conflict` for a passkey that is known already or one too many, `invalidToken` and `tokenExpired` for a key that counts
/// no more.
public struct AddAPIKeyPasskey: ServiceRequest, OperatorAct {
    public typealias Reply = APIKeyPasskey
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 30)

    /// The most passkeys of a key.
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
    /// The passkey outlives whatever it was added by.
    public var takesKeyItself: Bool { true }
}
