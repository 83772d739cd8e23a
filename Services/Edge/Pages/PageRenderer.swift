import HTTPTypes
import NIOCore
import ServiceSettings

struct PageRenderer: Sendable {
    private static let frame = PageTemplate(file: "frame.html")

    let name: String
    let operatedBy: String?

    init(_ settings: PagesSettings) {
        name = settings.name
        operatedBy = settings.operatedBy
    }

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

    /// The page loads and calls only this server; scripts insert no HTML; no other page may frame it; it sends no
    /// `Referer`.
    static let fields = fields(imagesFrom: nil)

    /// Also allows pictures of one other origin.
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
