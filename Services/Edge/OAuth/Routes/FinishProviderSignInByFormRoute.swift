// POST /oauth/providers/{provider}/callback: a person comes back from an identity provider that answers by a form.

import BaliseAPI
import Foundation
import HTTPTypes
import Models

/// Sends the browser to the same address by GET, with what the provider has posted. It comes from a page of another site, and
/// shows there no cookie that is `SameSite=Lax`; by GET it shows it, and all is checked as for any other answer.
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
