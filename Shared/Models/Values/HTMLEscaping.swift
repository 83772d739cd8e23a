extension String {
    /// Safe as text and in an attribute of HTML: it cannot end its element or attribute.
    ///
    /// Works on scalars: a quote with a combining mark is another character for Swift, but still ends an attribute.
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
