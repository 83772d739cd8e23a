import Models

private let account = PageTemplate(file: "account.html")

/// The page is the same for all users; its script fills it.
func showAccountPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    call.pages.page(
        account, title: "account", call.texts, script: "account.js",
        [
            "providers": .markup(call.providerLinks),
            "hasPasskeys": .text(call.signIns.hasPasskeys ? "yes" : "no"),
        ])
}

extension PageCall {
    /// The ways to sign in at providers, which need no script.
    var providerLinks: String { signIns.providers.map(providerLink).joined(separator: "\n") }

    /// Provider names contain only letters, digits and hyphens, so they need no escaping.
    private func providerLink(_ provider: String) -> String {
        let text = texts["signInAt"].replacing("{provider}", with: provider)
        return #"<a class="button" href="\#(PagesAPI.root)\#(PagesRoutes.provider)/\#(provider)">"#
            + "\(PageValue.text(text).html)</a>"
    }
}

func getPageFile(_ call: PageCall) async throws(EdgeError) -> Answer {
    let name = call.request.parameters.first ?? ""
    return try Answer(file: EmbeddedDocument.pages[name], named: name, for: call.request)
}
