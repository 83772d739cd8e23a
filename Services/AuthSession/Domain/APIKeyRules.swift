// What an API key may be called and may do.

import Models

/// The rules for making API keys.
enum APIKeyRules {
    /// The most keys, revoked ones too, so that a list of them stays one answer.
    static let maximum = 1000

    /// The name as it is kept. Throws `invalidRequest` that says what is wrong.
    static func checked(_ request: CreateAPIKey, at now: UnixTime) throws(ServiceError) -> String {
        let name = String(request.name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard (1...100).contains(name.count), name.utf8.count <= 400,
            !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
        else {
            throw ServiceError(.invalidRequest, "the name of an API key has 1 to 100 characters and is one line")
        }
        guard !request.scopes.isEmpty else {
            let all = APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.invalidRequest, "an API key needs at least one scope out of: \(all)")
        }
        if let end = request.expiresAt, end <= now {
            throw ServiceError(.invalidRequest, "the end of the API key's life lies in the past")
        }
        return name
    }

    /// Each scope once, in the order of the catalogue.
    static func scopes(_ scopes: [APIKeyScope]) -> [APIKeyScope] { APIKeyScope.allCases.filter(scopes.contains) }
}
