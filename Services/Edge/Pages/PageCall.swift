// One request for a page, or from one.

import HTTPTypes
import Models

/// One request for a page, or from one, and what it is answered with.
struct PageCall: Sendable {
    /// The same request as a call of the API of the apps, by whoever the page's cookie stands for.
    let api: APICall
    let pages: PageRenderer
    let signIns: PageSignIns
    /// In the language of whoever asks.
    let texts: PageTexts

    var request: EdgeRequest { api.request }

    /// A page that says what happened.
    func notice(_ error: EdgeError) -> Answer { pages.notice(error, texts) }

    /// The fields of a form.
    func form() throws(EdgeError) -> Query {
        guard MediaType(request.headers.contentType).kind == .form else {
            throw EdgeError(.unsupportedMediaType, "Use the form on the page.")
        }
        return Query(String(decoding: request.body, as: UTF8.self))
    }
}

extension PageRenderer {
    private static let notice = PageTemplate(file: "notice.html")

    /// A page that says what happened, with a way on.
    ///
    /// - Parameter title: The name of a text.
    func notice(
        _ message: String, title: String, _ texts: PageTexts, status: Answer.Status = .ok,
        then link: (path: String, text: String) = ("/account", "toAccount")
    ) -> Answer {
        page(
            PageRenderer.notice, title: title, texts, status: status,
            ["message": .text(message), "link": .text(link.path), "linkText": .text(texts[link.text])])
    }

    /// A page that says what went wrong.
    func notice(_ error: EdgeError, _ texts: PageTexts) -> Answer {
        notice(texts.text(of: error), title: "failed", texts, status: error.statusOfPage)
    }

    /// An error as a part of a page; nothing without one.
    ///
    /// - Parameter name: The text for what is refused as it was filled in; nil for the usual one.
    func alert(_ error: EdgeError?, _ texts: PageTexts, refused name: String? = nil) -> PageValue {
        guard let error else { return .markup("") }
        let text = PageValue.text(texts.text(of: error, refused: name)).html
        return .markup(#"<p class="alert" role="alert">\#(text)</p>"#)
    }
}

extension EdgeError {
    /// The status of the page that says what went wrong. A page asks for no credentials in a header field, as a 401 would say
    /// (RFC 9110, section 15.5.2), and whatever else a person can do something about is one for browsers.
    var statusOfPage: HTTPResponse.Status {
        switch status {
        case .unauthorized, .forbidden, .conflict, .gone: .badRequest
        default: status
        }
    }
}
