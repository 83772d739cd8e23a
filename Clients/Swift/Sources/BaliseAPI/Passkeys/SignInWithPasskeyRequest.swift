// What a person signs in with who shows a passkey: the body of POST auth/passkeys.

public import BaliseJSON

/// A passkey that an authenticator has shown: `AuthenticationResponseJSON` of W3C Web Authentication, which is what
/// `toJSON()` of a browser's credential gives. Other members of it are passed over.
public struct SignInWithPasskeyRequest: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// What the authenticator answered.
    public var response: Response
    /// Whether to take back that the account is to be erased; nil means no.
    public var cancelErasure: Bool?
    /// Whether the session's tokens change; nil means that they do.
    public var kind: TokenLife?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, response: Response, cancelErasure: Bool? = nil, kind: TokenLife? = nil) {
        self.id = id
        self.response = response
        self.cancelErasure = cancelErasure
        self.kind = kind
    }

    /// What an authenticator answers that shows a passkey: `AuthenticatorAssertionResponseJSON`.
    public struct Response: JSONConvertible, Hashable {
        /// JSON, in the bytes that were signed.
        public var clientDataJSON: String
        /// What the authenticator says of itself and of what its person did.
        public var authenticatorData: String
        /// Of both.
        public var signature: String
        /// Of the account for which the passkey was made.
        public var userHandle: String?

        /// Makes a body of these members; nil leaves one out.
        public init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String? = nil) {
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }
    }

    /// What is said to an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}

/// Browsers send all of a credential.
extension SignInWithPasskeyRequest: JSONOpenObject {}

extension SignInWithPasskeyRequest.Response: JSONOpenObject {}
