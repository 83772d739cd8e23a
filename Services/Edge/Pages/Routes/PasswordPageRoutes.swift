import HTTPTypes
import Models

private let forgotTemplate = PageTemplate(file: "forgot.html")
private let resetTemplate = PageTemplate(file: "reset.html")

func showForgotPage(_ call: PageCall) async throws(EdgeError) -> Answer { call.forgotPage() }

/// Requests a new password. The answer does not reveal whether the address is known.
func takeForgotForm(_ call: PageCall) async throws(EdgeError) -> Answer {
    do throws(EdgeError) {
        try call.api.count(.reset)
        guard let email = try call.form().text("email") else { throw .invalid(call.texts["emailMissing"]) }
        _ = try await call.api.send(RequestPasswordReset(email: Personal(email)))
    } catch {
        guard error.code == .invalidRequest else { throw error }
        return call.forgotPage(error)
    }
    return call.pages.notice(call.texts["linkSent"], title: "forgot", call.texts)
}

extension PageCall {
    fileprivate func forgotPage(_ error: EdgeError? = nil) -> Answer {
        pages.page(
            forgotTemplate, title: "forgot", texts, status: error?.status ?? .ok,
            ["alert": pages.alert(error, texts, refused: "emailMissing")])
    }

    fileprivate func resetPage(_ token: String, _ error: EdgeError? = nil) -> Answer {
        pages.page(
            resetTemplate, title: "reset", texts, status: error?.status ?? .ok,
            ["token": .text(token), "alert": pages.alert(error, texts, refused: "passwordRefused")])
    }

    fileprivate var linkOverPage: Answer {
        pages.notice(
            texts["linkOver"], title: "reset", texts, status: .badRequest, then: ("/account/forgot", "toForgot"))
    }
}

/// Shows the form for a new password. The token is only in this page's address, and then in the form's body, and no
/// page sends its address to another server.
func showResetPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    Query(call.request.query).text("token").map { call.resetPage($0) } ?? call.linkOverPage
}

func takeResetForm(_ call: PageCall) async throws(EdgeError) -> Answer {
    let form = try call.form()
    guard let token = form.text("token") else { return call.linkOverPage }
    guard let password = form.text("password") else {
        return call.resetPage(token, .invalid(call.texts["passwordMissing"]))
    }
    do throws(EdgeError) {
        _ = try await call.api.sendSecret(ResetPassword(token: SecretText(token), new: SecretText(password)))
    } catch {
        switch error.code {
        case .invalidToken, .tokenExpired: return call.linkOverPage
        // The password was refused, so the link is still valid.
        case .invalidRequest: return call.resetPage(token, error)
        default: throw error
        }
    }
    return call.pages.notice(call.texts["passwordSet"], title: "reset", call.texts)
}
