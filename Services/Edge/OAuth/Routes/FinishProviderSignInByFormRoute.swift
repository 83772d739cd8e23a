import BaliseAPI
import Foundation
import HTTPTypes
import Models

/// POST /oauth/providers/{provider}/callback. Redirects the browser to the same address with GET, with the posted
/// parameters. The POST came from a page of another site, so it lacks the `SameSite=Lax` cookie; the GET has it, and is
/// checked like any other answer.
func finishProviderSignInByForm(_ call: OAuthCall) async throws(EdgeError) -> Answer {
    let form = try call.form(of: ProviderAnswerRequest.self)
    _ = try form.neededSecret(.state)
    let parameters = ProviderAnswerRequest.Parameter.allCases.compactMap { parameter in
        form.text(parameter)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            .map { "\(parameter.rawValue)=\($0)" }
    }
    let address = try call.oauth.address(for: call.request)
    let callback = SignInCookie.callback(of: try call.provider(), at: address)
    let place = SecretText("\(callback)?\(parameters.joined(separator: "&"))")
    return Answer(.redirecting(to: place), .seeOther)
}
