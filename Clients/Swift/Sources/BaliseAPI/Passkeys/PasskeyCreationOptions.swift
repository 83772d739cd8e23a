// What POST users/me/passkeys/options answers, in an envelope.

public import BaliseJSON

/// What an authenticator needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of W3C Web Authentication, as
/// `PublicKeyCredential.parseCreationOptionsFromJSON` of a browser takes it. Bytes are base64url without padding.
public struct PasskeyCreationOptions: JSONConvertible, Hashable {
    /// For whom it is made.
    public var rp: RelyingParty
    /// Of whom it is.
    public var user: User
    /// Random; counts for five minutes, and once.
    public var challenge: String
    /// The algorithms of keys, the preferred one first.
    public var pubKeyCredParams: [Algorithm]
    /// How many milliseconds the challenge counts.
    public var timeout: Int
    /// The passkeys that the account has.
    public var excludeCredentials: [PasskeyDescription]
    /// Which authenticators may make it.
    public var authenticatorSelection: Selection
    /// Whether the authenticator says what it is: `none`.
    public var attestation: String

    /// Makes a body of these members.
    public init(
        rp: RelyingParty, user: User, challenge: String, pubKeyCredParams: [Algorithm], timeout: Int,
        excludeCredentials: [PasskeyDescription], authenticatorSelection: Selection, attestation: String = "none"
    ) {
        self.rp = rp
        self.user = user
        self.challenge = challenge
        self.pubKeyCredParams = pubKeyCredParams
        self.timeout = timeout
        self.excludeCredentials = excludeCredentials
        self.authenticatorSelection = authenticatorSelection
        self.attestation = attestation
    }

    /// For whom a passkey is made.
    public struct RelyingParty: JSONConvertible, Hashable {
        /// A domain.
        public var id: String
        /// As people read it.
        public var name: String

        /// Makes a body of these members.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Whose passkey it is.
    public struct User: JSONConvertible, Hashable {
        /// The user handle. It tells nothing of the person.
        public var id: String
        /// What the person signs in with.
        public var name: String
        /// What the person is called.
        public var displayName: String

        /// Makes a body of these members.
        public init(id: String, name: String, displayName: String) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    /// An algorithm of keys.
    public struct Algorithm: JSONConvertible, Hashable {
        /// `public-key`.
        public var type: String
        /// Its number among the algorithms of COSE.
        public var alg: Int

        /// Makes a body of these members.
        public init(type: String = "public-key", alg: Int) {
            self.type = type
            self.alg = alg
        }
    }

    /// Which authenticators may make a passkey.
    public struct Selection: JSONConvertible, Hashable {
        /// Whether it has to keep the passkey: `required`.
        public var residentKey: String
        /// The same in the words of earlier browsers.
        public var requireResidentKey: Bool
        /// `required`, or `preferred`.
        public var userVerification: String

        /// Makes a body of these members.
        public init(residentKey: String = "required", requireResidentKey: Bool = true, userVerification: String) {
            self.residentKey = residentKey
            self.requireResidentKey = requireResidentKey
            self.userVerification = userVerification
        }
    }
}

/// A passkey that an account has.
public struct PasskeyDescription: JSONConvertible, Hashable {
    /// `public-key`.
    public var type: String
    /// The credential id.
    public var id: String
    /// Over what its authenticator is reached; left out where nobody said it.
    public var transports: [String]?

    /// Makes a body of these members; nil leaves one out.
    public init(type: String = "public-key", id: String, transports: [String]? = nil) {
        self.type = type
        self.id = id
        self.transports = transports
    }
}
