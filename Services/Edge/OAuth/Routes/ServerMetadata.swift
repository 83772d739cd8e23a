import BaliseAPI
import HTTPTypes
import Models

/// Ed25519 keys (RFC 7517, section 5; RFC 8037, section 2). Programs cache the set for five minutes; a new key is published
/// long before it signs.
func getSigningKeys(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(GetSigningKeys())
    let keys = reply.keys.map { PublicSigningKey(id: $0.id, publicKey: base64URL($0.publicKey)) }
    return Answer.body(SigningKeySet(keys: keys)).with(.forFiveMinutes).tagged(for: call.request)
}

/// RFC 8414, section 2. There is no authorization endpoint.
func getServerMetadata(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let address = try call.oauth.ownAddress.text(for: call.request)
    let metadata = OAuthServerMetadata(
        issuer: try call.oauth.issuer(for: call.request), tokenEndpoint: address + OAuthCalls.exchangeToken.path,
        tokenEndpointAuthMethods: ["none"], keySet: address + OAuthCalls.getSigningKeys.path, responseTypes: [],
        grantTypes: OAuthGrantType.allCases, revocationEndpoint: address + OAuthCalls.revokeToken.path,
        revocationEndpointAuthMethods: ["none"], introspectionEndpoint: address + OAuthCalls.introspectToken.path,
        introspectionEndpointAuthMethods: ["client_secret_basic"])
    // An answer with the Host of one client must not be cached for another.
    return Answer.body(metadata).with(call.oauth.ownAddress.isSet ? .forFiveMinutes : .noStore)
        .tagged(for: call.request)
}

extension HTTPField {
    fileprivate static let forFiveMinutes = HTTPField(name: .cacheControl, value: "public, max-age=300")
}
