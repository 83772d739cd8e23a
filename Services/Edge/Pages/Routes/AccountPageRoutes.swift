// GET /account and GET /account/files/{name}: the page for one's own account, and what pages load.

import HTTPTypes
import Models
import NIOCore

private let account = PageTemplate(file: "account.html")

/// The page is the same for everybody: its script fills it by what the API says.
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

    /// Names of providers have letters, digits and hyphens alone.
    private func providerLink(_ provider: String) -> String {
        let text = texts["signInAt"].replacing("{provider}", with: provider)
        return #"<a class="button" href="\#(PagesAPI.root)\#(PagesRoutes.provider)/\#(provider)">"#
            + "\(PageValue.text(text).html)</a>"
    }
}

func getPageFile(_ call: PageCall) async throws(EdgeError) -> Answer {
    guard let name = call.request.parameters.first, let content = EmbeddedDocument.pages[name],
        let type = contentType(of: name)
    else { throw EdgeError(.notFound, "") }
    var answer = Answer(.ok, HTTPField(name: .contentType, value: type), content)
    // It may be kept, and is asked for each time whether it has changed, as with a new version of the server.
    answer.fields = [HTTPField(name: .cacheControl, value: "no-cache")]
    return answer.tagged(for: call.request)
}

/// Nil for templates, which are no pages yet.
func contentType(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json; charset=utf-8"
    case "yaml": "application/yaml"
    default: nil
    }
}
