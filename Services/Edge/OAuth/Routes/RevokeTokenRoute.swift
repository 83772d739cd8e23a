// POST /oauth/revoke: an app gives a token up.

import HTTPTypes
import Models

/// Revocation (RFC 7009). Whoever holds a token may give it up; one that counts for nothing is given up already.
func revokeToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form().neededSecret("token")
    guard !token.value.hasPrefix("bk_") else {
        throw .oauth(.unsupportedTokenType, "an API key is revoked by the operator")
    }
    if Credential.canBeToken(token) {
        try call.checkAttempts()
        // What it is has to be asked while it is something, so that it is forgotten here before the feed says so.
        let living = try await call.send(IntrospectToken(token: token)).token
        if living == nil { call.noteWrong() }
        _ = try await call.send(RevokeToken(token: token, installation: call.request.headers.installation))
        if let id = living?.id {
            call.door.authenticator.forget(token: id)
        } else if let session = living?.session {
            call.door.authenticator.forget(session: session)
        }
    }
    var answer = Answer(.ok)
    answer.fields.append(.noStore)
    return answer
}
