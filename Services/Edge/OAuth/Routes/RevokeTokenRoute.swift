// POST /oauth/revoke: an app gives a token up.

import BaliseAPI
import HTTPTypes
import Models

/// Revocation (RFC 7009). Whoever holds a token may give it up; one that counts for nothing is given up already.
func revokeToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form(of: OAuthTokenRequest.self).neededSecret(.token)
    guard !token.value.hasPrefix("bk_") else {
        throw .oauth(.unsupportedTokenType, "an API key is revoked by the operator")
    }
    if Credential.canBeToken(token) {
        let living = try await revoke(token, call)
        if let id = living?.id {
            call.oauth.authenticator.forget(token: id)
        } else if let session = living?.session {
            call.oauth.authenticator.forget(session: session)
        }
    }
    var answer = Answer(.ok)
    answer.fields.append(.noStore)
    return answer
}

/// Revokes a token, and says what it was; nil for one that counts for nothing, which is no error (section 2.2) until
/// there were too many.
///
/// It is revoked however many counted for nothing: a token whose time is over may still stand for a session, which its
/// app wants to end.
private func revoke(_ token: SecretText, _ call: OAuthCall) async throws(EdgeError) -> LivingToken? {
    do throws(EdgeError) {
        return try await call.verified { () async throws(EdgeError) in
            // What it is has to be asked while it is something, so that it is forgotten here before the feed says so.
            let found = try await call.send(IntrospectToken(token: token)).token
            _ = try await call.send(RevokeToken(token: token, installation: call.request.headers.installation))
            guard let living = found else { throw .refused(.invalidToken) }
            return living
        }
    } catch {
        guard error.code == .invalidToken else { throw error }
        return nil
    }
}
