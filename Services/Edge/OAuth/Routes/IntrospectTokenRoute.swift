// POST /oauth/introspect: another program asks what a token is worth.

import BaliseJSON
import Models

/// Introspection (RFC 7662), for programs that have an API key with the scope `introspect`.
func introspectToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form().neededSecret("token")
    var json = JSONObject()
    // What cannot be a token need not travel to be found out.
    let living = Credential.canBeToken(token) ? try await call.send(IntrospectToken(token: token)).token : nil
    json.set("active", living != nil)
    if let living { json.describe(living) }
    var answer = Answer(json: json.bytes)
    answer.fields.append(.noStore)
    return answer
}

extension JSONObject {
    /// Sets what there is to say of a token that counts (RFC 7662, section 2.2). `kind`, `sid`, `program` and
    /// `programs` are names of Balise's own.
    fileprivate mutating func describe(_ token: LivingToken) {
        set("kind", token.kind.rawValue)
        if token.kind != .refresh { set("token_type", "Bearer") }
        set("iss", token.issuer)
        set("sub", token.account?.text)
        set("sid", token.session?.text)
        if token.audiences.count == 1 { set("aud", token.audiences[0]) }
        if token.audiences.count > 1 { set("aud", token.audiences) }
        set("exp", token.expiresAt.map { $0.rawValue / 1000 })
        set("iat", token.issuedAt.map { $0.rawValue / 1000 })
        set("jti", token.id?.text)
        guard let programs = token.programs else { return }
        if programs.count == 1 { set("program", programs[0]) }
        set("programs", programs)
    }
}
