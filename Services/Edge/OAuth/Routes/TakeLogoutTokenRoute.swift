import BaliseAPI
import HTTPTypes
import Models

/// Back-channel logout (OpenID Connect Back-Channel Logout 1.0, sections 2.5 and 2.8). The logout token identifies the
/// caller.
func takeLogoutToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form(of: LogoutTokenRequest.self).neededSecret(.logoutToken)
    guard Credential.canBeToken(token) else { throw .invalid("the parameter logout_token is no token") }
    _ = try await call.sendSecret(TakeLogoutToken(token: token), wrong: .invalidRequest)
    var answer = Answer(.ok)
    answer.fields.append(.noStore)
    return answer
}
