// GET /.well-known/jwks.json: the keys that verify access tokens.

import BaliseJSON
import HTTPTypes
import Models

/// A key set (RFC 7517, section 5) of Ed25519 keys (RFC 8037, section 2). Programs keep it for five minutes; a new key
/// is published long before it signs.
func getSigningKeys(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(GetSigningKeys())
    var set = JSONObject()
    set.set("keys", reply.keys.map(JSONObject.init(signingKey:)))
    var answer = Answer(json: set.bytes)
    answer.fields.append(.forFiveMinutes)
    return answer.tagged(for: call.request)
}

extension JSONObject {
    fileprivate init(signingKey key: GetSigningKeys.Key) {
        self.init()
        set("kty", "OKP")
        set("crv", "Ed25519")
        set("alg", "EdDSA")
        set("use", "sig")
        set("kid", key.id)
        set("x", base64URL(key.publicKey))
    }
}
