import HTTPTypes
import Models

struct PageCall: Sendable {
    let api: APICall
    let pages: PageRenderer
    let signIns: PageSignIns
    let texts: PageTexts

    var request: EdgeRequest { api.request }

    func notice(_ error: EdgeError) -> Answer { pages.notice(error, texts) }

    func form() throws(EdgeError) -> Query {
        guard MediaType(request.headers.contentType).kind == .form else {
            throw EdgeError(.unsupportedMediaType, "Use the form on the page.")
        }
        return Query(String(decoding: request.body, as: UTF8.self))
    }

    /// With the random text of a form, for the browser that gets the form.
    func formCookie(_ proof: String) -> HTTPField {
        BrowserCookie.pageForm.setting(SecretText(proof), isSecure: request.headers.isSecure)
    }

    /// The random text of a form, if this browser has it: otherwise another page's form could act for the user.
    func proof(of form: Query) -> String? {
        let headers = request.headers
        guard let proof = form.text("proof") else { return nil }
        let known = BrowserCookie.pageForm.value(in: headers, isSecure: headers.isSecure)
        return known == SecretText(proof) ? proof : nil
    }
}

extension PageRenderer {
    private static let notice = PageTemplate(file: "notice.html")

    /// - Parameter title: The name of a text.
    func notice(
        _ message: String, title: String, _ texts: PageTexts, status: Answer.Status = .ok,
        then link: (path: String, text: String) = ("/account", "toAccount")
    ) -> Answer {
        page(
            PageRenderer.notice, title: title, texts, status: status,
            ["message": .text(message), "link": .text(link.path), "linkText": .text(texts[link.text])])
    }

    func notice(_ error: EdgeError, _ texts: PageTexts) -> Answer {
        notice(texts.text(of: error), title: "failed", texts, status: error.statusOfPage)
    }

    /// Empty without an error. `name` is the text for invalid input; nil for the usual one.
    func alert(_ error: EdgeError?, _ texts: PageTexts, refused name: String? = nil) -> PageValue {
        guard let error else { return .markup("") }
        let text = PageValue.text(texts.text(of: error, refused: name)).html
        return .markup(#"<p class="alert" role="alert">\#(text)</p>"#)
    }
}

extension EdgeError {
    /// A page never asks for credentials in a header, which a 401 would do (RFC 9110, section 15.5.2). Other errors that a
    /// user can fix are a 400 for browsers.
    var statusOfPage: HTTPResponse.Status {
        switch status {
        case .unauthorized, .forbidden, .conflict, .gone: .badRequest
        default: status
        }
    }
}

extension PageCall {
    /// A check box; empty if cancelling is not offered.
    func takingBackField(isOffered: Bool) -> PageValue {
        guard isOffered else { return .markup("") }
        return .markup(
            #"<p><input id="cancel" name="cancel" type="checkbox" value="1"> <label for="cancel">"#
                + "\(PageValue.text(texts["takeErasureBack"]).html)</label></p>")
    }
}
