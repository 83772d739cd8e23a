public import BaliseJSON

/// A new passkey with a name: the body of POST users/me/passkeys. It is `RegistrationResponseJSON` of W3C Web
/// Authentication, the result of `toJSON()` of a browser's credential. Other members are ignored.
public struct RegisterPasskeyRequest: JSONConvertible, Hashable {
    /// The credential id.
    public var id: String
    /// The authenticator's answer.
    public var response: Response
    /// At most 64 characters; nil for `Passkey`.
    public var name: String?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, response: Response, name: String? = nil) {
        self.id = id
        self.response = response
        self.name = name
    }

    /// The authenticator's answer for a new passkey: `AuthenticatorAttestationResponseJSON`.
    public struct Response: JSONConvertible, Hashable {
        /// JSON, byte for byte as it was signed.
        public var clientDataJSON: String
        /// CBOR.
        public var attestationObject: String
        /// The transports of the authenticator.
        public var transports: [String]?

        /// Makes a body of these members; nil leaves one out.
        public init(clientDataJSON: String, attestationObject: String, transports: [String]? = nil) {
            self.clientDataJSON = clientDataJSON
            self.attestationObject = attestationObject
            self.transports = transports
        }
    }
}

extension RegisterPasskeyRequest: JSONOpenObject {}

extension RegisterPasskeyRequest.Response: JSONOpenObject {}
