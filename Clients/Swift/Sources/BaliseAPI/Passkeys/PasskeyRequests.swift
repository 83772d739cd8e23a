public import BaliseJSON
public import Foundation

/// A new passkey with a name: the body of POST users/me/passkeys. It is `RegistrationResponseJSON` of W3C Web
/// Authentication, the result of `toJSON()` of a browser's credential. Other members are ignored.
public struct RegisterPasskeyRequest: JSONOpenObject, Hashable {
    /// The credential id of the passkey.
    public var id: String
    /// The authenticator's answer.
    public var response: Response
    /// The user's name for the passkey, at most 64 characters; nil for `Passkey`.
    public var name: String?

    public init(id: String, response: Response, name: String? = nil) {
        (self.id, self.response, self.name) = (id, response, name)
    }

    /// The authenticator's answer for a new passkey: `AuthenticatorAttestationResponseJSON`.
    public struct Response: JSONOpenObject, Hashable {
        /// The client data: JSON, byte for byte as it was signed.
        public var clientDataJSON: String
        /// The public key and its attestation, in CBOR.
        public var attestationObject: String
        /// The transports of the authenticator.
        public var transports: [String]?

        public init(clientDataJSON: String, attestationObject: String, transports: [String]? = nil) {
            self.clientDataJSON = clientDataJSON
            (self.attestationObject, self.transports) = (attestationObject, transports)
        }
    }
}

/// The use of a passkey: the body of POST auth/passkeys. It is `AuthenticationResponseJSON` of W3C Web Authentication,
/// the result of `toJSON()` of a browser's credential. The server ignores members that are not listed here.
public struct SignInWithPasskeyRequest: JSONOpenObject, Hashable {
    /// The credential id of the passkey.
    public var id: String
    /// The authenticator's answer.
    public var response: Response
    /// Whether to cancel a planned erasure of the account; nil means false.
    public var cancelErasure: Bool?
    /// Whether the session's tokens are refreshed; nil means refreshed tokens.
    public var kind: SessionKind?

    public init(id: String, response: Response, cancelErasure: Bool? = nil, kind: SessionKind? = nil) {
        (self.id, self.response, self.cancelErasure, self.kind) = (id, response, cancelErasure, kind)
    }

    /// The authenticator's answer for a sign-in: `AuthenticatorAssertionResponseJSON`.
    public struct Response: JSONOpenObject, Hashable {
        /// The client data: JSON, byte for byte as it was signed.
        public var clientDataJSON: String
        /// The authenticator's facts about itself and about the user's verification.
        public var authenticatorData: String
        /// The signature of the client data and the authenticator data.
        public var signature: String
        /// The user handle of the passkey's account.
        public var userHandle: String?

        public init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String? = nil) {
            (self.clientDataJSON, self.authenticatorData) = (clientDataJSON, authenticatorData)
            (self.signature, self.userHandle) = (signature, userHandle)
        }
    }
}

/// A passkey as a proof of the user's identity, part of `IdentityProof`. It is `AuthenticationResponseJSON` of W3C Web
/// Authentication, as in `SignInWithPasskeyRequest`. The server ignores members that are not listed here.
public struct PasskeyProof: JSONOpenObject, Hashable {
    /// The credential id of the passkey.
    public var id: String
    /// The authenticator's answer.
    public var response: SignInWithPasskeyRequest.Response

    public init(id: String, response: SignInWithPasskeyRequest.Response) { (self.id, self.response) = (id, response) }
}

/// A passkey of an account: the answer of POST users/me/passkeys and PATCH users/me/passkeys/{id}, in an envelope.
public struct BalisePasskey: JSONConvertible, Hashable {
    /// The id with which the user renames and removes the passkey.
    public var id: String
    /// The authenticator's id of the passkey, in base64url.
    public var credentialId: String
    /// The user's name for the passkey.
    public var name: String
    /// When the user added the passkey.
    public var createdAt: Date
    /// The time of the last sign-in with the passkey; left out before the first sign-in.
    public var lastUsedAt: Date?
    /// Whether the passkey is stored on more than one device, for example in iCloud Keychain.
    public var isBackedUp: Bool

    public init(
        id: String, credentialId: String, name: String, createdAt: Date, lastUsedAt: Date? = nil, isBackedUp: Bool
    ) {
        (self.id, self.credentialId, self.name) = (id, credentialId, name)
        (self.createdAt, self.lastUsedAt, self.isBackedUp) = (createdAt, lastUsedAt, isBackedUp)
    }
}

/// The user's passkeys, the latest first: the answer of GET users/me/passkeys in an envelope.
public struct BalisePasskeyList: JSONConvertible, Hashable {
    /// The passkeys.
    public var passkeys: [BalisePasskey]
    /// The number of passkeys.
    public var totalCount: Int

    public init(passkeys: [BalisePasskey], totalCount: Int) {
        (self.passkeys, self.totalCount) = (passkeys, totalCount)
    }
}

/// A new name for a passkey: the body of PATCH users/me/passkeys/{id}.
public struct RenamePasskeyRequest: JSONConvertible, Hashable {
    /// The new name: 1 to 64 characters on one line.
    public var name: String

    public init(name: String) { self.name = name }
}
