// What adds a passkey to an account: the body of POST users/me/passkeys.

public import BaliseJSON

/// A passkey that an authenticator has made: `RegistrationResponseJSON` of W3C Web Authentication, which is what
/// `toJSON()` of a browser's credential gives, with a name. Other members of it are passed over.
public struct RegisterPasskeyRequest: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// What the authenticator answered.
    public var response: Response
    /// At most 64 characters; nil for `Passkey`.
    public var name: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, response: Response, name: String? = nil) {
        self.id = id
        self.response = response
        self.name = name
    }

    /// What an authenticator answers that has made a passkey: `AuthenticatorAttestationResponseJSON`.
    public struct Response: JSONConvertible, Hashable {
        /// JSON, in the bytes that were signed.
        public var clientDataJSON: String
        /// CBOR.
        public var attestationObject: String
        /// Over what the authenticator is reached.
        public var transports: [String]?

        /// Makes a body of these members; nil leaves one out.
        public init(clientDataJSON: String, attestationObject: String, transports: [String]? = nil) {
            self.clientDataJSON = clientDataJSON
            self.attestationObject = attestationObject
            self.transports = transports
        }
    }
}

/// Browsers send all of a credential.
extension RegisterPasskeyRequest: JSONOpenObject {}

extension RegisterPasskeyRequest.Response: JSONOpenObject {}
