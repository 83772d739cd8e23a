/// A passkey of an account, without its public key.
public struct Passkey: Codable, Hashable, Sendable {
    public var id: PasskeyID
    /// The id that the authenticator gave the passkey.
    public var credentialID: [UInt8]
    public var name: Personal<String>
    public var createdAt: UnixTime
    /// The last sign-in with the passkey; nil before the first sign-in.
    public var lastUsedAt: UnixTime?
    /// Whether the passkey was on several devices at its last use (W3C Web Authentication Level 3, section 6.1.3).
    public var isBackedUp: Bool

    enum CodingKeys: Int, CodingKey { case id = 0, credentialID, name, createdAt, lastUsedAt, isBackedUp }

    public init(
        id: PasskeyID, credentialID: [UInt8], name: Personal<String>, createdAt: UnixTime, lastUsedAt: UnixTime?,
        isBackedUp: Bool
    ) {
        (self.id, self.credentialID, self.name) = (id, credentialID, name)
        (self.createdAt, self.lastUsedAt, self.isBackedUp) = (createdAt, lastUsedAt, isBackedUp)
    }
}

/// Creates the options for a new passkey. Nothing is stored; the challenge is valid once, for five minutes and for this
/// account. Errors: `conflict` at the limit of passkeys, `invalidRequest` if not configured, `accountGone`.
public struct BeginPasskeyRegistration: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = PasskeyCreation
    public static let serviceCode = ServiceCode(.identity, 70)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// The options for creating a passkey (`PublicKeyCredentialCreationOptions`).
public struct PasskeyCreation: Codable, Sendable {
    /// The domain of the new passkey.
    public var relyingParty: String
    public var relyingPartyName: String
    /// Identifies the account; it reveals nothing about its user.
    public var userHandle: [UInt8]
    /// The name that the user sees in the list of passkeys to choose from.
    public var userName: Personal<String>
    public var displayName: Personal<String>
    public var challenge: [UInt8]
    /// The allowed COSE algorithms, the preferred algorithm first.
    public var algorithms: [Int]
    /// The account's passkeys. An authenticator that has one of them creates no further passkey.
    public var excluded: [PasskeyDescriptor]
    /// Whether the authenticator must verify the user by a PIN, a finger or a face.
    public var requiresVerification: Bool
    /// How long the challenge is valid, in seconds.
    public var seconds: Int

    enum CodingKeys: Int, CodingKey {
        case relyingParty = 0, relyingPartyName, userHandle, userName, displayName, challenge, algorithms, excluded,
            requiresVerification, seconds
    }

    public init(
        relyingParty: String, relyingPartyName: String, userHandle: [UInt8], userName: Personal<String>,
        displayName: Personal<String>, challenge: [UInt8], algorithms: [Int], excluded: [PasskeyDescriptor],
        requiresVerification: Bool, seconds: Int
    ) {
        (self.relyingParty, self.relyingPartyName) = (relyingParty, relyingPartyName)
        (self.userHandle, self.userName, self.displayName) = (userHandle, userName, displayName)
        (self.challenge, self.algorithms, self.excluded) = (challenge, algorithms, excluded)
        (self.requiresVerification, self.seconds) = (requiresVerification, seconds)
    }
}

/// Identifies a passkey for an authenticator: `PublicKeyCredentialDescriptor` (WebAuthn, section 5.8.3).
public struct PasskeyDescriptor: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// The ways to reach the authenticator, in the words of the specification.
    public var transports: [String]

    enum CodingKeys: Int, CodingKey { case credentialID = 0, transports }

    public init(credentialID: [UInt8], transports: [String]) {
        (self.credentialID, self.transports) = (credentialID, transports)
    }
}

/// Adds a passkey. Errors: `invalidRequest` for an answer that does not match the request (the log names the mismatch),
/// `conflict` for a known passkey or one too many, `invalidToken` for an ended session, `accountGone`.
public struct RegisterPasskey: RequestFromEdge, RequestByAccount {
    public typealias Reply = Passkey
    public static let serviceCode = ServiceCode(.identity, 71)

    public var account: AccountID
    /// When the session's user signed in: the sessions of earlier sign-ins may have ended.
    public var signedInAt: UnixTime?
    public var attestation: PasskeyAttestation
    public var name: Personal<String>?
    /// The calling session. It may be valid after the account's other sessions have ended. An edge of an older version
    /// sends nil.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, attestation, name, session }

    public init(
        account: AccountID, signedInAt: UnixTime?, attestation: PasskeyAttestation, name: Personal<String>? = nil,
        session: SessionID? = nil
    ) {
        (self.account, self.signedInAt) = (account, signedInAt)
        (self.attestation, self.name, self.session) = (attestation, name, session)
    }
}

/// The authenticator's answer for a new passkey (`AuthenticatorAttestationResponse`), not verified.
public struct PasskeyAttestation: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// The client data: JSON, byte for byte as it was signed.
    public var clientData: [UInt8]
    /// The attestation object, in CBOR.
    public var attestationObject: [UInt8]
    public var transports: [String]

    enum CodingKeys: Int, CodingKey { case credentialID = 0, clientData, attestationObject, transports }

    public init(credentialID: [UInt8], clientData: [UInt8], attestationObject: [UInt8], transports: [String]) {
        (self.credentialID, self.clientData) = (credentialID, clientData)
        (self.attestationObject, self.transports) = (attestationObject, transports)
    }
}

/// Lists passkeys, the latest first. It works even if passkeys are no longer configured. Errors: `accountGone`.
public struct ListPasskeys: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [Passkey]
    public static let serviceCode = ServiceCode(.identity, 74)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Renames a passkey. Errors: `notFound` for an unknown passkey, `invalidRequest` for an invalid name, `accountGone`.
public struct RenamePasskey: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = Passkey
    public static let serviceCode = ServiceCode(.identity, 75)

    public var account: AccountID
    public var passkey: PasskeyID
    /// The new name: 1 to 64 characters on one line.
    public var name: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, passkey, name }

    public init(account: AccountID, passkey: PasskeyID, name: Personal<String>) {
        (self.account, self.passkey, self.name) = (account, passkey, name)
    }
}

/// Removes a passkey. Sessions that began with it continue. Errors: `notFound`, `conflict` for the user's only way to
/// sign in, `accountGone`.
public struct RemovePasskey: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.identity, 76)

    public var account: AccountID
    public var passkey: PasskeyID

    enum CodingKeys: Int, CodingKey { case account = 0, passkey }

    public init(account: AccountID, passkey: PasskeyID) { (self.account, self.passkey) = (account, passkey) }
}

/// Creates the options for a proof with a passkey (`PersonProof`). Nothing is stored; the challenge is valid once, for
/// five minutes, for this account and this session. Errors: `conflict` if the account has no passkey, `invalidRequest`
/// if passkeys are not configured, `accountGone`.
public struct BeginPasskeyProof: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = PasskeyRequest
    public static let serviceCode = ServiceCode(.identity, 78)

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) { (self.account, self.session) = (account, session) }
}

/// Creates the options for a sign-in. They name no account: the user chooses a passkey in the authenticator. Nothing is
/// stored; the challenge is valid once, for five minutes. Errors: `invalidRequest` if passkeys are not configured.
public struct BeginPasskeySignIn: RequestFromEdge, IdempotentRequest {
    public typealias Reply = PasskeyRequest
    public static let serviceCode = ServiceCode(.identity, 72)

    public init() {}
}

/// The options for using a passkey (`PublicKeyCredentialRequestOptions`).
public struct PasskeyRequest: Codable, Sendable {
    /// The domain of the passkey.
    public var relyingParty: String
    public var challenge: [UInt8]
    public var requiresVerification: Bool
    public var seconds: Int
    /// The passkeys that the user may choose from; nil for any passkey.
    public var allowed: [PasskeyDescriptor]?

    enum CodingKeys: Int, CodingKey { case relyingParty = 0, challenge, requiresVerification, seconds, allowed }

    public init(
        relyingParty: String, challenge: [UInt8], requiresVerification: Bool, seconds: Int,
        allowed: [PasskeyDescriptor]? = nil
    ) {
        (self.relyingParty, self.challenge) = (relyingParty, challenge)
        (self.requiresVerification, self.seconds, self.allowed) = (requiresVerification, seconds, allowed)
    }
}

/// Finds the account for a passkey, and records the sign-in. Errors: `invalidToken` for any failed check (the log names
/// it), including an unknown passkey; `wrongCredentials` for a disabled account; `erasurePending` if an erasure is
/// planned and not cancelled: the same answer can then be sent again; `invalidRequest` if passkeys are not configured.
public struct VerifyPasskey: RequestFromAuthSession {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 73)

    public var assertion: PasskeyAssertion
    /// Whether the caller can handle a second step. Without a PIN, a finger or a face, a passkey is only a first step.
    public var takesSecondStep: Bool?
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case assertion = 0, takesSecondStep, cancelsErasure }

    public init(assertion: PasskeyAssertion, takesSecondStep: Bool? = nil, cancelsErasure: Bool? = nil) {
        (self.assertion, self.takesSecondStep) = (assertion, takesSecondStep)
        self.cancelsErasure = cancelsErasure
    }
}

/// The authenticator's answer for a sign-in (`AuthenticatorAssertionResponse`), not verified.
public struct PasskeyAssertion: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    public var clientData: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    /// The user handle of the passkey's account; always present for passkeys that the authenticator stores.
    public var userHandle: [UInt8]?

    enum CodingKeys: Int, CodingKey { case credentialID = 0, clientData, authenticatorData, signature, userHandle }

    public init(
        credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]?
    ) {
        (self.credentialID, self.clientData) = (credentialID, clientData)
        (self.authenticatorData, self.signature, self.userHandle) = (authenticatorData, signature, userHandle)
    }
}
