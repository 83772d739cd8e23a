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
        // What it is has to be asked while it is something, so that it is forgotten here before the feed says so.
        let living = try await introspect(token, call)
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

/// What a token is; nil for one that counts for nothing, which is no error (section 2.2) until there were too many.
private func introspect(_ token: SecretText, _ call: OAuthCall) async throws(EdgeError) -> LivingToken? {
    do throws(EdgeError) {
        return try await call.judged { () async throws(EdgeError) in
            guard let living = try await call.send(IntrospectToken(token: token)).token else {
                throw .refused(.invalidToken)
            }
            return living
        }
    } catch {
        guard error.code == .invalidToken else { throw error }
        return nil
    }
}
