// A person adds a passkey to their account.

/// Keeps the public key that an authenticator has made for an account.
///
/// Errors: `invalidRequest` for an answer that does not fit to what was asked (the log says why), `conflict` for a passkey
/// that is known already or one too many, `invalidToken` when the session that asks does not count any more,
/// `accountGone`.
public struct RegisterPasskey: RequestFromEdge {
    public typealias Reply = Passkey
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 71)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the person of the session signed in: sessions up to some moment may have ended.
    public var signedInAt: UnixTime?
    public var attestation: PasskeyAttestation
    /// At most 64 characters; nil for `Passkey`.
    public var name: Personal<String>?
    /// The session that asks, which may go on where others have ended; nil from versions that did not say.
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

/// What an authenticator answers when it has made a passkey (`AuthenticatorAttestationResponse`), not verified.
public struct PasskeyAttestation: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// JSON, in the bytes that were signed.
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
