public import BaliseJSON

/// The use of a passkey: the body of POST auth/passkeys. It is `AuthenticationResponseJSON` of W3C Web Authentication,
/// the result of `toJSON()` of a browser's credential. Other members are ignored.
public struct SignInWithPasskeyRequest: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// The authenticator's answer.
    public var response: Response
    /// Whether to cancel a planned erasure of the account; nil is false.
    public var cancelErasure: Bool?
    /// Whether the session's tokens are refreshed; nil means that they are.
    public var kind: SessionKind?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, response: Response, cancelErasure: Bool? = nil, kind: SessionKind? = nil) {
        self.id = id
        self.response = response
        self.cancelErasure = cancelErasure
        self.kind = kind
    }

    /// The authenticator's answer for a sign-in: `AuthenticatorAssertionResponseJSON`.
    public struct Response: JSONConvertible, Hashable {
        /// JSON, byte for byte as it was signed.
        public var clientDataJSON: String
        /// The authenticator's facts about itself and about the user's verification.
        public var authenticatorData: String
        /// The signature of both.
        public var signature: String
        /// The user handle of the passkey's account.
        public var userHandle: String?

        /// Makes a body of these members; nil leaves one out.
        public init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String? = nil) {
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }
    }

    /// The error for an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}

extension SignInWithPasskeyRequest: JSONOpenObject {}

extension SignInWithPasskeyRequest.Response: JSONOpenObject {}

/// A passkey as a proof of the user's identity, part of `IdentityProof`. It is `AuthenticationResponseJSON` of
/// W3C Web Authentication, as in `SignInWithPasskeyRequest`. Other members are ignored.
public struct PasskeyProof: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// The authenticator's answer.
    public var response: SignInWithPasskeyRequest.Response

    /// Makes a body of these members.
    public init(id: String, response: SignInWithPasskeyRequest.Response) {
        self.id = id
        self.response = response
    }
}

extension PasskeyProof: JSONOpenObject {}
