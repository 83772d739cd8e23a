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
            texts["linkOver"], title: "linkOverTitle", texts, status: .badRequest,
            then: ("/account/forgot", "askForLink"))
    }
}

/// Shows the form for a new password, or that the link is over. The token is only in this page's address, and then in
/// the form's body, and no page sends its address to another server. A wrong token counts like one in the form; after
/// too many, and in an outage, the page shows the form, which tells nothing about the token.
func showResetPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    guard let token = Query(call.request.query).text("token") else { return call.linkOverPage }
    do throws(EdgeError) {
        _ = try await call.api.sendSecret(CheckPasswordReset(token: SecretText(token)))
    } catch {
        if error.meansLinkIsOver { return call.linkOverPage }
    }
    return call.resetPage(token)
}

extension EdgeError {
    fileprivate var meansLinkIsOver: Bool { code == .invalidToken || code == .tokenExpired }
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
        if error.meansLinkIsOver { return call.linkOverPage }
        // The password was refused, so the link is still valid.
        guard error.code == .invalidRequest else { throw error }
        return call.resetPage(token, error)
    }
    return call.pages.notice(call.texts["passwordSet"], title: "reset", call.texts)
}
