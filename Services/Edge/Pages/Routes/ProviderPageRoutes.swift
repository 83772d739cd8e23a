import Crypto
import Foundation
import HTTPTypes
import Models

private let link = PageTemplate(file: "provider-link.html")
private let erasure = PageTemplate(file: "provider-erasure.html")

/// Begins a sign-in at a provider. The returned code is valid only with the verifier, which only this browser has.
func beginPageProviderSignIn(_ call: PageCall) async throws(EdgeError) -> Answer {
    let provider = try call.request.provider()
    let address = try call.signIns.address.text(for: call.request)
    let verifier = SecretText(base64URL(call.api.random(32)))
    let reply = try await call.api.send(
        BeginProviderSignIn(
            provider: provider, callback: providerCallback(of: provider, at: address),
            redirectURI: "\(address)\(PagesAPI.root)\(PagesRoutes.provider)",
            challenge: base64URL(SHA256.hash(data: Data(verifier.value.utf8))), isOwnPage: true))
    let isSecure = address.hasPrefix("https:")
    return Answer.redirecting(to: reply.location).with(
        BrowserCookie.providerSignIn.setting(reply.binding, isSecure: isSecure),
        BrowserCookie.pageVerifier.setting(verifier, isSecure: isSecure))
}

/// Takes the provider's answer, a code or an error (RFC 6749, section 4.1.2).
func finishPageProviderSignIn(_ call: PageCall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    if let error = query.text("error") {
        return call.signInNotice(error == "access_denied" ? "providerDenied" : "providerFailed")
    }
    guard let code = query.text("code") else { return call.signInNotice("providerOver") }
    return try await call.redeem(PageSignInCode(code: code))
}

/// Takes what is missing after the provider's answer: the password of an account to link, or the consent to cancel.
func takeProviderForm(_ call: PageCall) async throws(EdgeError) -> Answer {
    let form = try call.form()
    guard let code = form.text("code") else { return call.signInNotice("providerOver") }
    return try await call.redeem(
        PageSignInCode(
            code: code, password: form.text("password"), makesAccount: form.text("make") != nil,
            cancelsErasure: form.text("cancel") != nil))
}

private struct PageSignInCode {
    let code: String
    var password: String?
    var makesAccount = false
    var cancelsErasure = false
}

extension PageCall {
    fileprivate func redeem(_ shown: PageSignInCode) async throws(EdgeError) -> Answer {
        let isSecure = try signIns.address.text(for: request).hasPrefix("https:")
        guard let verifier = BrowserCookie.pageVerifier.value(in: request.headers, isSecure: isSecure) else {
            return signInNotice("providerOver")
        }
        let message = RedeemSignInCode(
            signInCode: SecretText(shown.code), verifier: verifier, kind: .rotating,
            password: shown.password.map { SecretText($0) }, makesAccount: shown.makesAccount ? true : nil,
            cancelsErasure: shown.cancelsErasure ? true : nil, isRemembered: false)
        let reply: SignedIn
        do throws(EdgeError) {
            reply =
                shown.password == nil ? try await api.sendSecret(message) : try await api.sendPassword(message)
        } catch {
            return try page(for: error, after: shown)
        }
        return Answer.redirecting(to: SecretText(PagesAPI.root))
            .with(try sessionCookie(reply), BrowserCookie.pageVerifier.clearing(isSecure: isSecure))
    }

    /// Returns the page for an error. If the user can fix the error, the form keeps the same code.
    private func page(for error: EdgeError, after shown: PageSignInCode) throws(EdgeError) -> Answer {
        switch error.code {
        case .invalidToken: return signInNotice("providerOver")
        case .secondStepNeeded:
            let proof = base64URL(api.random(16))
            return secondStepPage(error.ticket ?? SecretText(""), proof).with(formCookie(proof))
        case .duplicate: return form(link, shown, shown.password == nil ? nil : error)
        case .wrongCredentials where shown.password != nil: return form(link, shown, error)
        case .erasurePending where !shown.cancelsErasure:
            return form(shown.password == nil ? erasure : link, shown, error, offersCancelling: true)
        case .erasurePending: return signInNotice("erasureTooLate")
        // A page never asks for credentials in a header, which a 401 would do (RFC 9110, section 15.5.2). So it is 400.
        case .wrongCredentials, .accountGone, .forbidden, .conflict:
            return pages.notice(texts.text(of: error), title: "signIn", texts, status: .badRequest)
        default: throw error
        }
    }

    private func form(
        _ template: PageTemplate, _ shown: PageSignInCode, _ error: EdgeError?, offersCancelling: Bool = false
    ) -> Answer {
        pages.page(
            template, title: "signIn", texts, status: error == nil ? .ok : .badRequest,
            [
                "code": .text(shown.code), "alert": pages.alert(error, texts),
                "made": .markup(shown.makesAccount ? #"<input type="hidden" name="make" value="1">"# : ""),
                "cancels": takingBackField(isOffered: offersCancelling),
            ])
    }

    func signInNotice(_ text: String) -> Answer {
        pages.notice(texts[text], title: "signIn", texts, status: .badRequest)
    }
}
