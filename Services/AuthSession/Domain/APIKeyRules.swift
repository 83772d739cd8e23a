import Models

enum APIKeyRules {
    /// The most keys, so that a list fits into one answer. Ended keys count as long as they are kept.
    static let maximum = 1000

    static let daysKeptAfterEnd: Int64 = 90

    /// Checks the request and returns the key's name. Throws `invalidRequest` if name, scopes or end are wrong.
    static func name(of request: CreateAPIKey, at now: UnixTime) throws(ServiceError) -> String {
        var wrong = WrongMembers()
        let name = String(request.name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        wrong.expect(
            (1...100).contains(name.length) && name.isOneLine, "name",
            "the name of an API key must have 1 to 100 characters on one line")
        let all = APIKeyScope.allCases.lazy.map(\.rawValue)
        wrong.expect(
            !request.scopes.isEmpty, "scopes",
            "an API key needs at least one scope out of: \(all.joined(separator: ", "))")
        wrong.expect(
            request.expiresAt.map { $0 > now } ?? true, "expiresInDays",
            "the API key would end in the past; give a later time")
        try wrong.finish()
        return name
    }

    /// Returns the limits of a new key; nil without limits. Throws `invalidRequest` for wrong limits.
    static func limits(of request: CreateAPIKey) throws(ServiceError) -> PublishingLimits? {
        guard let limits = request.limits, !limits.isEmpty else { return nil }
        var wrong = WrongMembers()
        wrong.expect(
            request.scopes.contains(.publish), "scopes",
            "kinds, topics and perMinute are only for keys with the scope publish")
        for (field, names) in [("kinds", limits.kinds), ("topics", limits.topics)] {
            guard let names else { continue }
            wrong.expect(
                (1...PublishingLimits.maximumNames).contains(names.count)
                    && names.allSatisfy(AudienceExpression.isName), field,
                "\(field) must be 1 to \(PublishingLimits.maximumNames) names, each of 1 to 64 characters out of A-Z a-z 0-9 . _ : -"
            )
        }
        let rates = PublishingLimits.rates
        wrong.expect(
            limits.perMinute.map(rates.contains) ?? true, "perMinute",
            "perMinute must be a whole number from \(rates.lowerBound) to \(rates.upperBound)")
        try wrong.finish()
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

    /// Returns each scope once, in the order of the catalogue.
    static func scopes(_ scopes: [APIKeyScope]) -> [APIKeyScope] { APIKeyScope.allCases.filter(scopes.contains) }
}

extension APIKeySummary {
    /// Why a key is invalid: `invalidToken` if it was revoked, `tokenExpired` if it expired. Nil for a valid key.
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
