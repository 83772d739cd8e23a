import BaliseAPI
import HTTPTypes
import Models

/// GET /oauth/providers/{provider}/callback. Redirects the user to the app, with a code or an error. If this browser
/// began no such sign-in, the browser itself gets the error, because no app is known.
func finishProviderSignIn(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkEachComesOnce()
    guard let state = query.text("state") else { throw .invalid("the parameter state is missing") }
    let isSecure = try call.oauth.address(for: call.request).hasPrefix("https:")
    let message = FinishProviderSignIn(
        provider: try call.provider(), state: SecretText(state),
        binding: SignInCookie.value(in: call.request.headers, isSecure: isSecure),
        authorizationCode: query.text("code").map { SecretText($0) }, issuer: query.text("iss"),
        error: query.text("error"))
    let reply: FinishProviderSignIn.Reply
    do throws(EdgeError) { reply = try await call.sendSecret(message) } catch {
        throw error.code == .invalidToken ? error.named(.invalidRequest) : error
    }
    var answer = Answer(.redirecting(to: reply.location))
    answer.fields.append(SignInCookie.clearing(isSecure: isSecure))
    return answer
}
