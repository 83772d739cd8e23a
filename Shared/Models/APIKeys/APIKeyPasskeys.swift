/// A passkey that signs an operator in to the console with an API key's rights. It is described without its public key.
/// Stored by auth-session.
public struct APIKeyPasskey: Codable, Hashable, Sendable {
    public var id: PasskeyID
    /// The key that the operator acts with after signing in.
    public var key: APIKeyID
    public var keyName: String
    public var descriptor: PasskeyDescriptor
    public var name: String
    public var createdAt: UnixTime
    /// The last sign-in with the passkey; nil before the first sign-in.
    public var lastUsedAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, key, keyName, descriptor, name, createdAt, lastUsedAt }

    public init(
        id: PasskeyID, key: APIKeyID, keyName: String, descriptor: PasskeyDescriptor, name: String,
        createdAt: UnixTime, lastUsedAt: UnixTime?
    ) {
        (self.id, self.key, self.keyName, self.descriptor) = (id, key, keyName, descriptor)
        (self.name, self.createdAt, self.lastUsedAt) = (name, createdAt, lastUsedAt)
    }
}

/// The values that an authenticator's answer must match: the console's domain and page, and the issued challenge.
public struct PasskeyExpectation: Codable, Hashable, Sendable {
    public var relyingParty: String
    /// The page that asked the authenticator, such as `https://console.example`.
    public var origin: String
    public var challenge: [UInt8]

    enum CodingKeys: Int, CodingKey { case relyingParty = 0, origin, challenge }

    public init(relyingParty: String, origin: String, challenge: [UInt8]) {
        (self.relyingParty, self.origin, self.challenge) = (relyingParty, origin, challenge)
    }
}

/// Adds a passkey to an operator's API key. The passkey's user handle is the key's id. Errors: `invalidRequest` for an
/// answer that does not match the request (the answer and the log name the mismatch) and for an invalid name,
/// `conflict` for a known passkey or one too many, `invalidToken` and `tokenExpired` for an invalid key.
public struct AddAPIKeyPasskey: ServiceRequest, OperatorAct {
    public typealias Reply = APIKeyPasskey
    public static let serviceCode = ServiceCode(.authSession, 30)
    public var nameInAudit: String { "AddConsolePasskey" }
    public var neededScopes: [APIKeyScope] { .viewers }
    public var audited: AuditedSubject { AuditedSubject(key: key) }
    public var ownKey: APIKeyID? { key }
    /// An operator must send the key itself, because the passkey outlives any session that could add it.
    public var takesKeyItself: Bool { true }

    public static let maximumPerKey = 8

    public var key: APIKeyID
    public var attestation: PasskeyAttestation
    public var expected: PasskeyExpectation
    /// The passkey's name: 1 to 64 characters on one line; nil for `Passkey`.
    public var name: String?

    enum CodingKeys: Int, CodingKey { case key = 0, attestation, expected, name }

    public init(key: APIKeyID, attestation: PasskeyAttestation, expected: PasskeyExpectation, name: String? = nil) {
        (self.key, self.attestation, self.expected, self.name) = (key, attestation, expected, name)
    }
}

/// Lists the passkeys of one API key or of all keys, the latest first.
public struct ListAPIKeyPasskeys: RequestFromEdge, IdempotentRequest {
    public typealias Reply = [APIKeyPasskey]
    public static let serviceCode = ServiceCode(.authSession, 32)

    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case key = 0 }

    public init(key: APIKeyID? = nil) { self.key = key }
}

/// Removes a passkey. Its console sessions continue. Errors: `notFound`, also if the passkey does not belong to `key`.
public struct RemoveAPIKeyPasskey: ServiceRequest, OperatorAct {
    public struct Reply: Codable, Sendable {
        public var key: APIKeyID

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: APIKeyID) { self.key = key }
    }

    public static let serviceCode = ServiceCode(.authSession, 33)
    public var nameInAudit: String { "RemoveConsolePasskey" }
    public var neededScopes: [APIKeyScope] { key == nil ? .operators : .viewers }
    public var audited: AuditedSubject { AuditedSubject(key: key) }
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(key: reply.key) }
    public var ownKey: APIKeyID? { key }

    public var passkey: PasskeyID
    /// The API key that the passkey must belong to; nil for any key.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case passkey = 0, key }

    public init(passkey: PasskeyID, key: APIKeyID? = nil) { (self.passkey, self.key) = (passkey, key) }
}

/// Finds the API key of a passkey with its current rights, and records the use. Errors: `invalidToken` for a failed
/// check (the log names it), an unknown passkey and a revoked key; `tokenExpired` for an expired key.
public struct VerifyAPIKeyPasskey: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 31)

    public struct Reply: Codable, Sendable {
        public var principal: Principal
        /// A secret for `JudgeAPIKey`. It is valid for as long as the longest session of the console
        /// (`OperatorCredential.passkey`).
        public var secret: SecretText

        enum CodingKeys: Int, CodingKey { case principal = 0, secret }

        public init(principal: Principal, secret: SecretText) { (self.principal, self.secret) = (principal, secret) }
    }

    public var assertion: PasskeyAssertion
    public var expected: PasskeyExpectation

    enum CodingKeys: Int, CodingKey { case assertion = 0, expected }

    public init(assertion: PasskeyAssertion, expected: PasskeyExpectation) {
        (self.assertion, self.expected) = (assertion, expected)
    }
}

/// Returns the rights of an API key for the secret that `VerifyAPIKeyPasskey` issued. Errors: `invalidToken` for an
/// unknown or expired secret and for a revoked key; `tokenExpired` for an expired key.
public struct JudgeAPIKey: RequestFromEdge, IdempotentRequest {
    public typealias Reply = Principal
    public static let serviceCode = ServiceCode(.authSession, 34)

    public var secret: SecretText

    enum CodingKeys: Int, CodingKey { case secret = 1 }

    public init(secret: SecretText) { self.secret = secret }
}
