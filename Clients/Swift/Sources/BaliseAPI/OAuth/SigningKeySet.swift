public import BaliseJSON

/// The public keys of access tokens: the answer of GET /.well-known/jwks.json (RFC 7517, section 5).
public struct SigningKeySet: JSONConvertible, Hashable {
    /// All keys that may have signed a valid token, and the next one.
    public var keys: [PublicSigningKey]

    /// Makes a body of this member.
    public init(keys: [PublicSigningKey]) { self.keys = keys }
}

/// An Ed25519 key (RFC 8037, section 2).
public struct PublicSigningKey: JSONConvertible, Hashable {
    private let keyType = "OKP"
    private let curve = "Ed25519"
    private let algorithm = "EdDSA"
    private let use = "sig"
    /// The key id in tokens.
    public var id: String
    /// Its 32 bytes in base64url.
    public var publicKey: String

    /// Makes a body of these members.
    public init(id: String, publicKey: String) {
        self.id = id
        self.publicKey = publicKey
    }

    private enum CodingKeys: String, CodingKey {
        case keyType = "kty"
        case curve = "crv"
        case algorithm = "alg"
        case use
        case id = "kid"
        case publicKey = "x"
    }
}
