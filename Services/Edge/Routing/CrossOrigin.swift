// Which web pages may call an API from a browser.

import HTTPTypes

/// The web pages that may call from a browser, and the header fields by which the browser learns it.
struct CrossOrigin: Sendable {
    /// No page may call.
    static let none = CrossOrigin([], accepting: "")
    /// Any page may read what there is, without being known.
    static let anyPage = CrossOrigin(forAny: HTTPField(name: .accessControlAllowOrigin, value: "*"))

    private let fieldsByOrigin: [String: [HTTPField]]
    /// For pages that are not named, and for whoever is no page.
    private let fieldsForOthers: [HTTPField]
    private let allowsAny: Bool
    private let acceptedHeaders: String

    /// - Parameters:
    ///   - withCredentials: Whether the browser may send what it keeps for this server, like cookies.
    ///   - acceptedHeaders: The header fields that a page may set.
    ///   - exposedHeaders: The header fields of answers that a page may read, beside those that it always may.
    init(
        _ allowedOrigins: [String], withCredentials: Bool = false, accepting acceptedHeaders: String,
        exposing exposedHeaders: String? = nil
    ) {
        var fieldsByOrigin: [String: [HTTPField]] = [:]
        for origin in allowedOrigins {
            var fields = [HTTPField(name: .accessControlAllowOrigin, value: origin)]
            if withCredentials { fields.append(HTTPField(name: .accessControlAllowCredentials, value: "true")) }
            fields.append(HTTPField(name: .vary, value: "Origin"))
            if let exposedHeaders {
                fields.append(HTTPField(name: .accessControlExposeHeaders, value: exposedHeaders))
            }
            fieldsByOrigin[origin] = fields
        }
        self.fieldsByOrigin = fieldsByOrigin
        self.acceptedHeaders = acceptedHeaders
        // A cache must not give a page that may read it what it kept for another one (Fetch, "CORS protocol and HTTP
        // caches").
        fieldsForOthers = allowedOrigins.isEmpty ? [] : [HTTPField(name: .vary, value: "Origin")]
        allowsAny = false
    }

    private init(forAny field: HTTPField) {
        fieldsByOrigin = [:]
        fieldsForOthers = [field]
        acceptedHeaders = "*"
        allowsAny = true
    }

    func allows(_ origin: String?) -> Bool { origin.map { allowsAny || fieldsByOrigin[$0] != nil } ?? false }

    /// What every answer carries to a page from `origin`; for a foreign one no more than that answers differ by it.
    func fields(for origin: String?) -> [HTTPField] { origin.flatMap { fieldsByOrigin[$0] } ?? fieldsForOthers }

    /// What a browser is told beside that when it asks whether a page from `origin` may call; nothing for a foreign
    /// one.
    ///
    /// - Parameter methods: Those that the page may use.
    func preflightFields(for origin: String?, methods: String) -> [HTTPField] {
        guard allows(origin) else { return [] }
        return [
            HTTPField(name: .accessControlAllowMethods, value: methods),
            HTTPField(name: .accessControlAllowHeaders, value: acceptedHeaders),
        ]
    }
}
