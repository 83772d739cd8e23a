import BaliseAPI
import HTTPTypes
import Models

/// GET /.well-known/jwks.json: a key set (RFC 7517, section 5) of Ed25519 keys (RFC 8037, section 2). Programs cache it
/// for five minutes; a new key is published long before it signs.
func getSigningKeys(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(GetSigningKeys())
    let keys = reply.keys.map { PublicSigningKey(id: $0.id, publicKey: base64URL($0.publicKey)) }
    var answer = Answer.body(SigningKeySet(keys: keys))
    answer.fields.append(.forFiveMinutes)
    return answer.tagged(for: call.request)
}
