// The cookie by which a form of a page is known to come from the browser that was shown it.

import HTTPTypes

/// A random text that stands in a form and in a cookie (RFC 6265): a page of another site knows neither, so it cannot send
/// the form in the name of somebody's browser.
enum PageProof {
    private static let name = "balise_form"
    private static let attributes = "Path=\(PagesAPI.root); HttpOnly; SameSite=Strict"
    /// For how many seconds: longer than a code of a mail counts.
    private static let lifetime = 900

    static func setting(_ proof: String, isSecure: Bool) -> HTTPField {
        field("\(name)=\(proof); Max-Age=\(lifetime); \(attributes)", isSecure)
    }

    static func clearing(isSecure: Bool) -> HTTPField { field("\(name)=; Max-Age=0; \(attributes)", isSecure) }

    /// What the browser shows; nil when it shows nothing.
    static func value(in headers: RequestHeaders) -> String? {
        for pair in (headers.cookie ?? "").split(separator: ";") {
            let text = pair.drop { $0 == " " }
            guard text.hasPrefix("\(name)="), text.utf8.count > name.utf8.count + 1 else { continue }
            return String(text.dropFirst(name.count + 1))
        }
        return nil
    }

    private static func field(_ text: String, _ isSecure: Bool) -> HTTPField {
        HTTPField(name: .setCookie, value: isSecure ? text + "; Secure" : text)
    }
}
