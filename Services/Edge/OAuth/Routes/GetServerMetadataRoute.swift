// GET /.well-known/oauth-authorization-server: what there is for OAuth clients, and where.

import BaliseJSON
import Models

/// The metadata of RFC 8414, section 2. There is no endpoint where a person would grant something.
func getServerMetadata(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let address = try call.oauth.address(for: call.request)
    var json = JSONObject()
    json.set("issuer", try call.oauth.issuer(for: call.request))
    json.set("token_endpoint", address + "/oauth/token")
    json.set("token_endpoint_auth_methods_supported", ["none"])
    json.set("jwks_uri", address + "/.well-known/jwks.json")
    json.set("response_types_supported", [String]())
    json.set("grant_types_supported", [TokenExchange.grantType])
    json.set("revocation_endpoint", address + "/oauth/revoke")
    json.set("revocation_endpoint_auth_methods_supported", ["none"])
    json.set("introspection_endpoint", address + "/oauth/introspect")
    json.set("introspection_endpoint_auth_methods_supported", ["client_secret_basic"])
    var answer = Answer(json: json.bytes)
    // What repeats the Host of one client must not be kept for another.
    answer.fields.append(call.oauth.hasOwnAddress ? .forFiveMinutes : .noStore)
    return answer.tagged(for: call.request)
}
