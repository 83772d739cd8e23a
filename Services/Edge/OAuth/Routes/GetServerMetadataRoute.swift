// GET /.well-known/oauth-authorization-server: what there is for OAuth clients, and where.

import BaliseAPI
import Models

/// The metadata of RFC 8414, section 2. There is no endpoint where a person would grant something.
func getServerMetadata(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let address = try call.oauth.address(for: call.request)
    let metadata = OAuthServerMetadata(
        issuer: try call.oauth.issuer(for: call.request), tokenEndpoint: address + OAuthCalls.exchangeToken.path,
        tokenEndpointAuthMethods: ["none"], keySet: address + OAuthCalls.getSigningKeys.path, responseTypes: [],
        grantTypes: OAuthGrantType.allCases, revocationEndpoint: address + OAuthCalls.revokeToken.path,
        revocationEndpointAuthMethods: ["none"], introspectionEndpoint: address + OAuthCalls.introspectToken.path,
        introspectionEndpointAuthMethods: ["client_secret_basic"])
    var answer = Answer.body(metadata)
    // What repeats the Host of one client must not be kept for another.
    answer.fields.append(call.oauth.hasOwnAddress ? .forFiveMinutes : .noStore)
    return answer.tagged(for: call.request)
}
