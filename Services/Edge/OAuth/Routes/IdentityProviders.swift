import BaliseAPI
import Foundation
import HTTPTypes
import Models

/// Begins a sign-in (RFC 6749, section 4.1.1). The browser gets a secret to show on its return, so that it cannot
/// return with the answer to another user's sign-in.
func beginProviderSignIn(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkEachComesOnce()
    guard let redirectURI = query.text("redirect_uri") else { throw .invalid("the parameter redirect_uri is missing") }
    guard let challenge = query.text("code_challenge"), query.text("code_challenge_method") == "S256" else {
        throw .invalid("code_challenge is missing, or code_challenge_method is not S256 (RFC 7636)")
    }
    let provider = try call.request.provider()
    let address = try call.oauth.ownAddress.text(for: call.request)
    let reply = try await call.send(
        BeginProviderSignIn(
            provider: provider, callback: providerCallback(of: provider, at: address), redirectURI: redirectURI,
            challenge: challenge, appState: query.text("state").map { SecretText($0) }))
    return Answer.redirecting(to: reply.location)
        .with(BrowserCookie.providerSignIn.setting(reply.binding, isSecure: address.hasPrefix("https:")))
}

extension EdgeRequest {
    func provider() throws(EdgeError) -> String {
        guard let name = parameters.first, (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
        else { throw EdgeError(.notFound, "") }
        return name
    }
}

extension Answer {
    static func redirecting(to location: SecretText, _ status: HTTPResponse.Status = .found) -> Answer {
        Answer(status).with(HTTPField(name: .location, value: location.value), .noStore)
    }
}

func providerCallback(of provider: String, at address: String) -> String {
    "\(address)/oauth/providers/\(provider)/callback"
}

/// Redirects the user to the app, with a code or an error. If this browser began no such sign-in, the browser gets the
/// error itself, because no app is known.
func finishProviderSignIn(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkEachComesOnce()
    guard let state = query.text("state") else { throw .invalid("the parameter state is missing") }
    let isSecure = try call.oauth.ownAddress.text(for: call.request).hasPrefix("https:")
    let message = FinishProviderSignIn(
        provider: try call.request.provider(), state: SecretText(state),
        binding: BrowserCookie.providerSignIn.value(in: call.request.headers, isSecure: isSecure),
        authorizationCode: query.text("code").map { SecretText($0) }, issuer: query.text("iss"),
        error: query.text("error"))
    let reply: FinishProviderSignIn.Reply
    do throws(EdgeError) { reply = try await call.sendSecret(message) } catch {
        throw error.code == .invalidToken ? error.named(.invalidRequest) : error
    }
    return Answer.redirecting(to: reply.location).with(BrowserCookie.providerSignIn.clearing(isSecure: isSecure))
}

/// Redirects the browser to the same address with GET and the posted parameters. The POST came from a page of another
/// site, so it lacks the `SameSite=Lax` cookie, which the GET has.
func finishProviderSignInByForm(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let form = try call.form(of: ProviderAnswerRequest.self)
    _ = try form.neededSecret(.state)
    let parameters = ProviderAnswerRequest.Parameter.allCases.compactMap { parameter in
        form.text(parameter)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            .map { "\(parameter.rawValue)=\($0)" }
    }
    let address = try call.oauth.ownAddress.text(for: call.request)
    let callback = providerCallback(of: try call.request.provider(), at: address)
    let place = SecretText("\(callback)?\(parameters.joined(separator: "&"))")
    return .redirecting(to: place, .seeOther)
}

/// Ends sessions by a logout token (OpenID Connect Back-Channel Logout 1.0, sections 2.5 and 2.8), which names the
/// caller.
func takeLogoutToken(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let token = try call.form(of: LogoutTokenRequest.self).neededSecret(.logoutToken)
    guard Credential.canBeToken(token) else { throw .invalid("the parameter logout_token is not a token") }
    _ = try await call.sendSecret(TakeLogoutToken(token: token), wrong: .invalidRequest)
    return Answer(.ok).with(.noStore)
}
