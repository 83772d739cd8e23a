public import BaliseJSON

/// The authorization server's metadata: GET /.well-known/oauth-authorization-server (RFC 8414, section 2).
public struct OAuthServerMetadata: JSONConvertible, Hashable {
    /// The issuer: the value of `iss` in the tokens, if that is an address.
    public var issuer: String
    /// The endpoint for token exchange.
    public var tokenEndpoint: String
    /// The client authentication methods of the token endpoint.
    public var tokenEndpointAuthMethods: [String]
    /// The address of the public keys of access tokens.
    public var keySet: String
    /// The response types: an empty list, because Balise has no authorization endpoint.
    public var responseTypes: [String]
    /// The grants that the token endpoint supports.
    public var grantTypes: [OAuthGrantType]
    /// The endpoint for revoking tokens.
    public var revocationEndpoint: String
    /// The client authentication methods of the revocation endpoint.
    public var revocationEndpointAuthMethods: [String]
    /// The endpoint for introspecting tokens.
    public var introspectionEndpoint: String
    /// The client authentication methods of the introspection endpoint.
    public var introspectionEndpointAuthMethods: [String]

    public init(
        issuer: String, tokenEndpoint: String, tokenEndpointAuthMethods: [String], keySet: String,
        responseTypes: [String], grantTypes: [OAuthGrantType], revocationEndpoint: String,
        revocationEndpointAuthMethods: [String], introspectionEndpoint: String,
        introspectionEndpointAuthMethods: [String]
    ) {
        (self.issuer, self.tokenEndpoint) = (issuer, tokenEndpoint)
        (self.tokenEndpointAuthMethods, self.keySet) = (tokenEndpointAuthMethods, keySet)
        (self.responseTypes, self.grantTypes) = (responseTypes, grantTypes)
        self.revocationEndpoint = revocationEndpoint
        self.revocationEndpointAuthMethods = revocationEndpointAuthMethods
        self.introspectionEndpoint = introspectionEndpoint
        self.introspectionEndpointAuthMethods = introspectionEndpointAuthMethods
    }

    private enum CodingKeys: String, CodingKey {
        case issuer
        case tokenEndpoint = "token_endpoint"
        case tokenEndpointAuthMethods = "token_endpoint_auth_methods_supported"
        case keySet = "jwks_uri"
        case responseTypes = "response_types_supported"
        case grantTypes = "grant_types_supported"
        case revocationEndpoint = "revocation_endpoint"
        case revocationEndpointAuthMethods = "revocation_endpoint_auth_methods_supported"
        case introspectionEndpoint = "introspection_endpoint"
        case introspectionEndpointAuthMethods = "introspection_endpoint_auth_methods_supported"
    }
}

/// The public keys of access tokens: the answer of GET /.well-known/jwks.json (RFC 7517, section 5).
public struct SigningKeySet: JSONConvertible, Hashable {
    /// All keys that may have signed a valid token, and the key that will sign next.
    public var keys: [PublicSigningKey]

    public init(keys: [PublicSigningKey]) { self.keys = keys }
}

/// An Ed25519 key (RFC 8037, section 2).
public struct PublicSigningKey: JSONConvertible, Hashable {
    private let keyType = "OKP"
    private let curve = "Ed25519"
    private let algorithm = "EdDSA"
    private let use = "sig"
    /// The key's id, which the headers of tokens contain.
    public var id: String
    /// The 32 bytes of the key, in base64url.
    public var publicKey: String

    public init(id: String, publicKey: String) { (self.id, self.publicKey) = (id, publicKey) }

    private enum CodingKeys: String, CodingKey {
        case keyType = "kty"
        case curve = "crv"
        case algorithm = "alg"
        case use
        case id = "kid"
        case publicKey = "x"
    }
}

/// An error of the OAuth API (RFC 6749, section 5.2).
public struct OAuthErrorResponse: JSONConvertible, Hashable {
    /// The RFC's code of the error, for example `invalid_request`.
    public var error: String
    /// A text for developers, in ASCII (RFC 6749 allows no other characters).
    public var errorDescription: String
    /// The code in Balise's catalogue of errors, if it is more precise than `error`.
    public var code: String?
    /// The value of `code` in lower case.
    public var title: String?

    public init(error: String, errorDescription: String, code: String? = nil, title: String? = nil) {
        (self.error, self.errorDescription, self.code, self.title) = (error, errorDescription, code, title)
    }

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
        case code, title
    }
}
