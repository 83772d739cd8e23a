// What there is for OAuth clients, and where: the answer of GET /.well-known/oauth-authorization-server (RFC 8414,
// section 2).

public import BaliseJSON

/// What OAuth clients find out about a server.
public struct OAuthServerMetadata: JSONConvertible, Hashable {
    /// The `iss` of the tokens, where that is an address.
    public var issuer: String
    /// Where tokens are exchanged.
    public var tokenEndpoint: String
    /// How clients show there who they are.
    public var tokenEndpointAuthMethods: [String]
    /// Where the keys are that verify access tokens.
    public var keySet: String
    /// None: there is no endpoint where a person would grant something.
    public var responseTypes: [String]
    /// What may be asked for.
    public var grantTypes: [OAuthGrantType]
    /// Where tokens are given up.
    public var revocationEndpoint: String
    /// How clients show there who they are.
    public var revocationEndpointAuthMethods: [String]
    /// Where programs ask what a token is worth.
    public var introspectionEndpoint: String
    /// How programs show there who they are.
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
