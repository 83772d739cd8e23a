// Which web pages may call the Miataru API from a browser.

import HTTPTypes

/// The web pages that may call from a browser, and the headers by which the browser learns it.
struct CrossOrigin: Sendable {
    private let fieldsByOrigin: [String: [HTTPField]]

    init(_ allowedOrigins: [String]) {
        var fieldsByOrigin: [String: [HTTPField]] = [:]
        for origin in allowedOrigins {
            fieldsByOrigin[origin] = [
                HTTPField(name: .accessControlAllowOrigin, value: origin),
                HTTPField(name: .accessControlAllowCredentials, value: "true"),
                HTTPField(name: .vary, value: "Origin"),
            ]
        }
        self.fieldsByOrigin = fieldsByOrigin
    }

    func allows(_ origin: String?) -> Bool { origin.map { fieldsByOrigin[$0] != nil } ?? false }

    /// What every answer carries to a page from `origin`; nothing for a foreign one.
    func fields(for origin: String?) -> [HTTPField] { origin.flatMap { fieldsByOrigin[$0] } ?? [] }

    /// What the answer to a preflight carries besides.
    static let preflightFields = [
        HTTPField(name: .accessControlAllowMethods, value: "GET,POST,PUT,DELETE,OPTIONS"),
        HTTPField(name: .accessControlAllowHeaders, value: "Content-Type,Authorization,X-Requested-With"),
    ]
}
