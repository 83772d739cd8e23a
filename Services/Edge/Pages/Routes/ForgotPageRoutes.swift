import HTTPTypes
import Models

private let forgot = PageTemplate(file: "forgot.html")

func showForgotPage(_ call: PageCall) async throws(EdgeError) -> Answer { call.forgotPage() }

/// The answer does not reveal whether the address is known.
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
            forgot, title: "forgot", texts, status: error?.status ?? .ok,
            ["alert": pages.alert(error, texts, refused: "emailMissing")])
    }
}
