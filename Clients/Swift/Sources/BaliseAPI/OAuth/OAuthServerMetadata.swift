public import BaliseJSON

/// The authorization server's metadata: GET /.well-known/oauth-authorization-server (RFC 8414, section 2).
public struct OAuthServerMetadata: JSONConvertible, Hashable {
    /// The `iss` of the tokens, if that is an address.
    public var issuer: String
    /// The endpoint for token exchange.
    public var tokenEndpoint: String
    /// The client authentication methods of that endpoint.
    public var tokenEndpointAuthMethods: [String]
    /// The address of the public keys of access tokens.
    public var keySet: String
    /// Empty: Balise has no authorization endpoint.
    public var responseTypes: [String]
    /// The supported grants.
    public var grantTypes: [OAuthGrantType]
    /// The endpoint for revoking tokens.
    public var revocationEndpoint: String
    /// The client authentication methods of that endpoint.
    public var revocationEndpointAuthMethods: [String]
    /// The endpoint for introspecting tokens.
    public var introspectionEndpoint: String
    /// The client authentication methods of that endpoint.
    public var introspectionEndpointAuthMethods: [String]

    /// Makes a body of these members.
    public init(
        issuer: String, tokenEndpoint: String, tokenEndpointAuthMethods: [String], keySet: String,
        responseTypes: [String], grantTypes: [OAuthGrantType], revocationEndpoint: String,
        revocationEndpointAuthMethods: [String], introspectionEndpoint: String,
        introspectionEndpointAuthMethods: [String]
    ) {
        self.issuer = issuer
        self.tokenEndpoint = tokenEndpoint
        self.tokenEndpointAuthMethods = tokenEndpointAuthMethods
        self.keySet = keySet
        self.responseTypes = responseTypes
        self.grantTypes = grantTypes
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
