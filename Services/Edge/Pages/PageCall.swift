import HTTPTypes
import Models
import NIOCore
import ServiceSettings

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

    func formCookie(_ proof: String) -> HTTPField {
        BrowserCookie.pageForm.setting(SecretText(proof), isSecure: request.headers.isSecure)
    }

    /// Returns the random text of a form if this browser has it. Otherwise another page's form could act for the user.
    func proof(of form: Query) -> String? {
        let headers = request.headers
        guard let proof = form.text("proof") else { return nil }
        let known = BrowserCookie.pageForm.value(in: headers, isSecure: headers.isSecure)
        return known == SecretText(proof) ? proof : nil
    }

    func takingBackField(isOffered: Bool) -> PageValue {
        guard isOffered else { return .markup("") }
        return .markup(
            #"<p><input id="cancel" name="cancel" type="checkbox" value="1"> <label for="cancel">"#
                + "\(PageValue.text(texts["takeErasureBack"]).html)</label></p>")
    }
}

extension EdgeError {
    /// The status for browsers. A page never asks for credentials in a header, which a 401 would do (RFC 9110, section
    /// 15.5.2), so errors that a user can fix are a 400.
    var statusOfPage: HTTPResponse.Status {
        switch status {
        case .unauthorized, .forbidden, .conflict, .gone: .badRequest
        default: status
        }
    }
}

struct PageRenderer: Sendable {
    private static let frame = PageTemplate(file: "frame.html")

    let name: String
    let operatedBy: String?

    init(_ settings: PagesSettings) {
        name = settings.name
        operatedBy = settings.operatedBy
    }

    func page(
        _ template: PageTemplate, title: String, _ texts: PageTexts, status: HTTPResponse.Status = .ok,
        script: String? = nil, _ values: [String: PageValue] = [:]
    ) -> Answer {
        var all = values
        all["server"] = .text(name)
        all["language"] = .text(texts.language)
        all["title"] = .text(texts[title])
        all["script"] = .markup(script.map { #"<script type="module" src="/account/files/\#($0)"></script>"# } ?? "")
        all["content"] = .markup(template.html(texts, all))
        var answer = Answer(status, .html, ByteBuffer(string: PageRenderer.frame.html(texts, all)))
        answer.fields = PageRenderer.fields
        return answer
    }

    /// The fields of a page. It loads and calls only this server, scripts insert no HTML, no other page may frame it,
    /// and it sends no `Referer`.
    static let fields = fields(imagesFrom: nil)

    /// - Parameter geolocation: The pages that may ask for the user's own place; empty if no page may ask.
    static func fields(imagesFrom origin: String?, geolocation: String = "") -> [HTTPField] {
        let images = origin.map { "'self' \($0)" } ?? "'self'"
        let policies: [(name: String, value: String)] = [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images); connect-src 'self'; "
                    + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types 'none'"
            ),
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), geolocation=(\(geolocation)), microphone=()"),
        ]
        return [HTTPField(name: .vary, value: "Accept, Accept-Language"), .noStore]
            + policies.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }

    private static let notice = PageTemplate(file: "notice.html")

    func notice(
        _ message: String, title: String, _ texts: PageTexts, status: Answer.Status = .ok,
        then link: (path: String, text: String) = ("/account", "toAccount")
    ) -> Answer {
        page(
            PageRenderer.notice, title: title, texts, status: status,
            ["message": .text(message), "link": .text(link.path), "linkText": .text(texts[link.text])])
    }

    /// The answer to a person at an address without a page.
    func missing(_ texts: PageTexts) -> Answer {
        notice(texts["pageMissing"], title: "pageMissingTitle", texts, status: .notFound, then: ("/", "toWelcome"))
    }

    func notice(_ error: EdgeError, _ texts: PageTexts) -> Answer {
        notice(texts.text(of: error), title: "failed", texts, status: error.statusOfPage)
    }

    /// Returns the alert of the error; empty without an error. `name` is its text for invalid input.
    func alert(_ error: EdgeError?, _ texts: PageTexts, refused name: String? = nil) -> PageValue {
        guard let error else { return .markup("") }
        let text = PageValue.text(texts.text(of: error, refused: name)).html
        return .markup(#"<p class="alert" role="alert">\#(text)</p>"#)
    }
}
