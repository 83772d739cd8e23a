// From a template and its values to an answer that a browser shows, and to what it may do with it.

import HTTPTypes
import NIOCore
import ServiceSettings

/// Makes the pages of this server.
struct PageRenderer: Sendable {
    private static let frame = PageTemplate(file: "frame.html")

    /// What the server is called.
    let name: String
    /// Who runs it, where they want that told.
    let operatedBy: String?

    init(_ settings: PagesSettings) {
        name = settings.name
        operatedBy = settings.operatedBy
    }

    /// A page in its frame.
    ///
    /// - Parameter title: The name of a text.
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

    /// What every page tells the browser. Nothing but this server's own files is loaded and called, nothing is written
    /// into the page as HTML by a script, no other page shows it in a frame, and no address is told to anybody.
    static let fields = fields(imagesFrom: nil)

    /// The same for a page that may also show pictures of one other origin.
    static func fields(imagesFrom origin: String?) -> [HTTPField] {
        [HTTPField(name: .vary, value: "Accept, Accept-Language"), .noStore] + policies(imagesFrom: origin)
    }

    private static func policies(imagesFrom origin: String?) -> [HTTPField] {
        let images = origin.map { "'self' \($0)" } ?? "'self'"
        return [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images); connect-src 'self'; "
                    + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types 'none'"
            ),
            ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
        ].compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
}

extension HTTPField {
    static let html = HTTPField(name: .contentType, value: "text/html; charset=utf-8")
}
