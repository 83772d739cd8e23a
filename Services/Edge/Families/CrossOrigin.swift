// Which web pages may call a family from a browser.

import HTTPTypes

/// The web pages that may call from a browser, and the headers by which the browser learns it.
struct CrossOrigin: Sendable {
    private let fieldsByOrigin: [String: [HTTPField]]

    /// - Parameter withCredentials: Whether the browser may send what it keeps for this server, like cookies.
    init(_ allowedOrigins: [String], withCredentials: Bool) {
        var fieldsByOrigin: [String: [HTTPField]] = [:]
        for origin in allowedOrigins {
            var fields = [HTTPField(name: .accessControlAllowOrigin, value: origin)]
            if withCredentials { fields.append(HTTPField(name: .accessControlAllowCredentials, value: "true")) }
            fields.append(HTTPField(name: .vary, value: "Origin"))
            fieldsByOrigin[origin] = fields
        }
        self.fieldsByOrigin = fieldsByOrigin
    }

    func allows(_ origin: String?) -> Bool { origin.map { fieldsByOrigin[$0] != nil } ?? false }

    /// Answers a browser that asks whether a page may call.
    ///
    /// - Parameters:
    ///   - allow: The methods of the path.
    ///   - headers: The header fields that a page may set.
    func preflight(from origin: String?, allow: String, headers: String) -> Answer {
        var answer = Answer(.noContent)
        answer.fields.append(HTTPField(name: .allow, value: allow))
        guard allows(origin) else { return answer }
        answer.fields.append(HTTPField(name: .accessControlAllowMethods, value: allow))
        answer.fields.append(HTTPField(name: .accessControlAllowHeaders, value: headers))
        return answer
    }

    /// What every answer carries to a page from `origin`; nothing for a foreign one.
    func fields(for origin: String?) -> [HTTPField] { origin.flatMap { fieldsByOrigin[$0] } ?? [] }
}
