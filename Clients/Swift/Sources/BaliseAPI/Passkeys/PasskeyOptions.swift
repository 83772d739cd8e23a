public import BaliseJSON

/// The options for creating a passkey: the answer of POST users/me/passkeys/options in an envelope. They are
/// `PublicKeyCredentialCreationOptionsJSON` of W3C Web Authentication, the argument of a browser's
/// `PublicKeyCredential.parseCreationOptionsFromJSON`. Bytes are base64url without padding.
public struct PasskeyCreationOptions: JSONConvertible, Hashable {
    /// The site (relying party) that the passkey is for.
    public var rp: RelyingParty
    /// The owner of the new passkey.
    public var user: User
    /// The challenge, a random value that is valid once and for five minutes.
    public var challenge: String
    /// The algorithms that the server accepts for keys, the preferred algorithm first.
    public var pubKeyCredParams: [Algorithm]
    /// How long the challenge is valid, in milliseconds.
    public var timeout: Int
    /// The account's passkeys. An authenticator that has one of them creates no further passkey.
    public var excludeCredentials: [PasskeyDescription]
    /// The requirements for the authenticator.
    public var authenticatorSelection: Selection
    /// The attestation that the server asks for: `none`.
    public var attestation: String

    public init(
        rp: RelyingParty, user: User, challenge: String, pubKeyCredParams: [Algorithm], timeout: Int,
        excludeCredentials: [PasskeyDescription], authenticatorSelection: Selection, attestation: String = "none"
    ) {
        (self.rp, self.user, self.challenge, self.pubKeyCredParams) = (rp, user, challenge, pubKeyCredParams)
        (self.timeout, self.excludeCredentials) = (timeout, excludeCredentials)
        (self.authenticatorSelection, self.attestation) = (authenticatorSelection, attestation)
    }

    /// The site that a passkey is for.
    public struct RelyingParty: JSONConvertible, Hashable {
        /// The domain of the site.
        public var id: String
        /// The site's name for people.
        public var name: String

        public init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    /// The owner of a passkey.
    public struct User: JSONConvertible, Hashable {
        /// The user handle. It reveals nothing about the user.
        public var id: String
        /// The user's sign-in name.
        public var name: String
        /// The user's name to display.
        public var displayName: String

        public init(id: String, name: String, displayName: String) {
            (self.id, self.name, self.displayName) = (id, name, displayName)
        }
    }

    /// An algorithm that the server accepts for keys.
    public struct Algorithm: JSONConvertible, Hashable {
        /// Always `public-key`.
        public var type: String
        /// The algorithm's number in COSE.
        public var alg: Int

        public init(type: String = "public-key", alg: Int) { (self.type, self.alg) = (type, alg) }
    }

    /// The requirements for the authenticator.
    public struct Selection: JSONConvertible, Hashable {
        /// Whether the authenticator must store the passkey: `required`.
        public var residentKey: String
        /// True if `residentKey` is `required`, for earlier browsers.
        public var requireResidentKey: Bool
        /// Whether the authenticator must verify the user: `required`, or `preferred`.
        public var userVerification: String

        public init(residentKey: String = "required", requireResidentKey: Bool = true, userVerification: String) {
            (self.residentKey, self.requireResidentKey) = (residentKey, requireResidentKey)
            self.userVerification = userVerification
        }
    }
}

/// A passkey of the account.
public struct PasskeyDescription: JSONConvertible, Hashable {
    /// Always `public-key`.
    public var type: String
    /// The credential id of the passkey.
    public var id: String
    /// The transports of the passkey's authenticator; left out if they are unknown.
    public var transports: [String]?

    public init(type: String = "public-key", id: String, transports: [String]? = nil) {
        (self.type, self.id, self.transports) = (type, id, transports)
    }
}

/// The options for using a passkey: the answer of POST auth/passkeys/options and POST users/me/passkeys/proof, in an
/// envelope. They are `PublicKeyCredentialRequestOptionsJSON` of W3C Web Authentication, the argument of a browser's
/// `PublicKeyCredential.parseRequestOptionsFromJSON`. For a sign-in they name no passkey: the user chooses one.
public struct PasskeyRequestOptions: JSONConvertible, Hashable {
    /// The challenge, a random value in base64url that is valid once and for five minutes.
    public var challenge: String
    /// How long the challenge is valid, in milliseconds.
    public var timeout: Int
    /// The domain of the passkey.
    public var rpId: String
    /// Whether the authenticator must verify the user: `required`, or `preferred`.
    public var userVerification: String
    /// The passkeys to choose from; left out if any passkey is accepted.
    public var allowCredentials: [PasskeyDescription]?

    public init(
        challenge: String, timeout: Int, rpId: String, userVerification: String,
        allowCredentials: [PasskeyDescription]? = nil
    ) {
        (self.challenge, self.timeout, self.rpId) = (challenge, timeout, rpId)
        (self.userVerification, self.allowCredentials) = (userVerification, allowCredentials)
    }
}
