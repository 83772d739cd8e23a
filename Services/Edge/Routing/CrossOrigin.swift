import HTTPTypes

/// The web pages that may call this API from a browser.
struct CrossOrigin: Sendable {
    static let none = CrossOrigin([], accepting: "")
    /// Any page may call, but without credentials.
    static let anyPage = CrossOrigin(forAny: HTTPField(name: .accessControlAllowOrigin, value: "*"))

    private let fieldsByOrigin: [String: [HTTPField]]
    private let fieldsForOthers: [HTTPField]
    private let allowsAny: Bool
    private let acceptedHeaders: String

    /// Makes the rules. `withCredentials` allows cookies. A page may set `acceptedHeaders` and read `exposedHeaders`.
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
        // A cache must not give a page another page's answer (Fetch, "CORS protocol and HTTP caches").
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

    /// Returns the header fields for a page of `origin`. A foreign page gets only the fields for caches.
    func fields(for origin: String?) -> [HTTPField] { origin.flatMap { fieldsByOrigin[$0] } ?? fieldsForOthers }

    /// The preflight's header fields for a page of `origin`; an empty list for a foreign page.
    func preflightFields(for origin: String?, methods: String) -> [HTTPField] {
        guard allows(origin) else { return [] }
        return [
            HTTPField(name: .accessControlAllowMethods, value: methods),
            HTTPField(name: .accessControlAllowHeaders, value: acceptedHeaders),
        ]
    }
}
