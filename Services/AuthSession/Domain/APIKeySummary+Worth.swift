import Models

extension APIKeySummary {
    /// The reason why the key is invalid: `invalidToken` for a revoked key, `tokenExpired` for an expired one; nil for
    /// a valid key.
    func refusal(at now: UnixTime) -> ErrorCode? {
        if counts(at: now) { return nil }
        return revokedAt == nil ? .tokenExpired : .invalidToken
    }

    /// The caller with this key, and their rights.
    var principal: Principal {
        Principal(
            apiKey: id, scopes: scopes, expiresAt: expiresAt, keyName: name, publisher: publisher, limits: limits)
    }
}

extension ServiceError {
    /// The error for the operator of an invalid key.
    static func keyIsOver(_ code: ErrorCode) -> ServiceError {
        code == .tokenExpired
            ? ServiceError(.tokenExpired, "this API key has expired; ask an operator for another one")
            : ServiceError(.invalidToken, "this API key was revoked or does not exist; ask an operator for another one")
    }
}
