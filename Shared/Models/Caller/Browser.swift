/// A browser, found by its `User-Agent` (RFC 9110, section 10.1.5).
public struct Browser: Equatable, Sendable {
    public let name: String
    public let version: String

    public var text: String { "\(name) \(version)" }

    /// A user agent also names compatible browsers. The first match in this list is the real browser.
    private static let products: [(token: String, name: String)] = [
        ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("OPT/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("FxiOS/", "Firefox"),
        ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("HeadlessChrome/", "Chrome"), ("Chrome/", "Chrome"),
        ("Chromium/", "Chromium"),
    ]

    static let names = Set(products.map(\.name)).union(["Safari"])

    public init?(userAgent: String?) {
        guard let text = userAgent, text.hasPrefix("Mozilla/") else { return nil }
        let words = text.split(separator: " ")
        func version(of token: String) -> String? {
            guard let word = words.first(where: { $0.hasPrefix(token) }) else { return nil }
            let version = word.dropFirst(token.count).prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            return version.isEmpty ? nil : String(version)
        }
        for product in Browser.products {
            guard let version = version(of: product.token) else { continue }
            (name, self.version) = (product.name, version)
            return
        }
        guard version(of: "Safari/") != nil, let version = version(of: "Version/") else { return nil }
        (name, self.version) = ("Safari", version)
    }
}
