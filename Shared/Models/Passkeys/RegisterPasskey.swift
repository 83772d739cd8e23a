/// Adds a passkey to an account.
///
/// Errors: `invalidRequest` for an answer that does not match the request (the log names the mismatch), `conflict` for
/// a known passkey or one too many, `invalidToken` for an ended session, `accountGone`.
public struct RegisterPasskey: RequestFromEdge {
    public typealias Reply = Passkey
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 71)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the session's user was recognised: earlier sessions may have ended.
    public var signedInAt: UnixTime?
    public var attestation: PasskeyAttestation
    /// At most 64 characters; nil for `Passkey`.
    public var name: Personal<String>?
    /// The calling session, which may continue where others have ended; nil from versions that did not send it.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, attestation, name, session }

    public init(
        account: AccountID, signedInAt: UnixTime?, attestation: PasskeyAttestation, name: Personal<String>? = nil,
        session: SessionID? = nil
    ) {
        self.account = account
        self.signedInAt = signedInAt
        self.attestation = attestation
        self.name = name
        self.session = session
    }
}

/// The authenticator's answer for a new passkey (`AuthenticatorAttestationResponse`), not verified.
public struct PasskeyAttestation: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// JSON, byte for byte as it was signed.
    public var clientData: [UInt8]
    /// CBOR.
    public var attestationObject: [UInt8]
    public var transports: [String]

    enum CodingKeys: Int, CodingKey { case credentialID = 0, clientData, attestationObject, transports }

    public init(credentialID: [UInt8], clientData: [UInt8], attestationObject: [UInt8], transports: [String]) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.attestationObject = attestationObject
        self.transports = transports
    }
}
