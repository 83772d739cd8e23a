// Texts as HTML shows them.

extension String {
    /// Fit for a text and for an attribute of HTML: it cannot end the element or the attribute in which it stands.
    ///
    /// By scalars: with a combining mark behind it a quote is another character, and ends an attribute all the same.
    public var escapedForHTML: String {
        unicodeScalars.reduce(into: "") { html, scalar in
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }
}
