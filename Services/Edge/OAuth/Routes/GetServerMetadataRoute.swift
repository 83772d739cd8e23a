import BaliseAPI
import Models

/// The metadata of RFC 8414, section 2. There is no authorization endpoint.
func getServerMetadata(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let address = try call.oauth.address(for: call.request)
    let metadata = OAuthServerMetadata(
        issuer: try call.oauth.issuer(for: call.request), tokenEndpoint: address + OAuthCalls.exchangeToken.path,
        tokenEndpointAuthMethods: ["none"], keySet: address + OAuthCalls.getSigningKeys.path, responseTypes: [],
        grantTypes: OAuthGrantType.allCases, revocationEndpoint: address + OAuthCalls.revokeToken.path,
        revocationEndpointAuthMethods: ["none"], introspectionEndpoint: address + OAuthCalls.introspectToken.path,
        introspectionEndpointAuthMethods: ["client_secret_basic"])
    var answer = Answer.body(metadata)
    // An answer with the Host of one client must not be cached for another.
    answer.fields.append(call.oauth.hasOwnAddress ? .forFiveMinutes : .noStore)
    return answer.tagged(for: call.request)
}
