import BaliseAPI
import HTTPTypes
import Models

/// Revocation (RFC 7009). The token alone authorizes it; an invalid one needs no revocation.
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

/// Revokes a token and returns its description; nil for an invalid one, which is no error (section 2.2) until there are
/// too many.
///
/// The token is sent to auth-session even then: an expired token may still belong to a session that its app wants to
/// end.
private func revoke(_ token: SecretText, _ call: OAuthCall) async throws(EdgeError) -> LivingToken? {
    do throws(EdgeError) {
        return try await call.verified { () async throws(EdgeError) in
            // The description must be read before the revocation, so that this edge can drop the token before the feed
            // announces it.
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
