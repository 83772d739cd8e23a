import Models

enum APIKeyRules {
    /// The most keys, so that a list fits into one answer. Ended keys count while they are kept.
    static let maximum = 1000

    static let daysKeptAfterEnd: Int64 = 90

    static func name(of request: CreateAPIKey, at now: UnixTime) throws(ServiceError) -> String {
        let name = String(request.name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard (1...100).contains(name.length), name.isOneLine else {
            throw ServiceError(
                .invalidRequest, "the name of an API key has 1 to 100 characters and is one line", field: "name")
        }
        guard !request.scopes.isEmpty else {
            let all = APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.invalidRequest, "an API key needs at least one scope out of: \(all)", field: "scopes")
        }
        if let end = request.expiresAt, end <= now {
            throw ServiceError(
                .invalidRequest, "the API key would end in the past; give a later time", field: "expiresInDays")
        }
        return name
    }

    /// The limits of a new key; nil for none. Throws `invalidRequest`.
    static func limits(of request: CreateAPIKey) throws(ServiceError) -> PublishingLimits? {
        guard let limits = request.limits, !limits.isEmpty else { return nil }
        guard request.scopes.contains(.publish) else {
            throw ServiceError(
                .invalidRequest, "kinds, topics and perMinute are only for keys with the scope publish", field: "scopes"
            )
        }
        for (field, names) in [("kinds", limits.kinds), ("topics", limits.topics)] {
            guard let names else { continue }
            guard (1...PublishingLimits.maximumNames).contains(names.count),
                names.allSatisfy(AudienceExpression.isName)
            else {
                throw ServiceError(
                    .invalidRequest,
                    "an API key is limited to 1 to \(PublishingLimits.maximumNames) kinds or topics, each of 1 to 64 characters out of A-Z a-z 0-9 . _ : -",
                    field: field)
            }
        }
        guard limits.perMinute.map(PublishingLimits.rates.contains) ?? true else {
            throw ServiceError(
                .invalidRequest,
                "perMinute must be a whole number from \(PublishingLimits.rates.lowerBound) to \(PublishingLimits.rates.upperBound)",
                field: "perMinute")
        }
        return limits
    }

    static func passkeyName(_ name: String?) throws(ServiceError) -> String {
        guard let name else { return "Passkey" }
        let text = String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard (1...64).contains(text.length), text.isOneLine else {
            throw ServiceError(.invalidRequest, "a passkey has a name of 1 to 64 characters on one line", field: "name")
        }
        return text
    }

    /// Each scope once, in the order of the catalogue.
    static func scopes(_ scopes: [APIKeyScope]) -> [APIKeyScope] { APIKeyScope.allCases.filter(scopes.contains) }
}

extension APIKeySummary {
    /// The reason why a key is invalid: `invalidToken` for a revoked key, `tokenExpired` for an expired one; nil for a valid
    /// key.
    func refusal(at now: UnixTime) -> ErrorCode? {
        if counts(at: now) { return nil }
        return revokedAt == nil ? .tokenExpired : .invalidToken
    }

    var principal: Principal {
        Principal(apiKey: id, scopes: scopes, expiresAt: expiresAt, keyName: name, publisher: publisher, limits: limits)
    }
}

extension ServiceError {
    static func keyIsOver(_ code: ErrorCode) -> ServiceError {
        code == .tokenExpired
            ? ServiceError(.tokenExpired, "this API key has expired; ask an operator for another one")
            : ServiceError(.invalidToken, "this API key was revoked or does not exist; ask an operator for another one")
    }
}
