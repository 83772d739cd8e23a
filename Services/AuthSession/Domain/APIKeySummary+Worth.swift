// What an API key is worth at a moment.

import Models

extension APIKeySummary {
    /// Why it counts for nothing: `invalidToken` when it was revoked, `tokenExpired` when its time is over; nil when it
    /// counts.
    func refusal(at now: UnixTime) -> ErrorCode? {
        if counts(at: now) { return nil }
        return revokedAt == nil ? .tokenExpired : .invalidToken
    }

    /// Who acts in its name, and what they may.
    var principal: Principal {
        Principal(
            apiKey: id, scopes: scopes, expiresAt: expiresAt, keyName: name, publisher: publisher, limits: limits)
    }
}

extension ServiceError {
    /// What the operator of a key is told that counts no more.
    static func keyIsOver(_ code: ErrorCode) -> ServiceError {
        code == .tokenExpired
            ? ServiceError(.tokenExpired, "this API key has expired; ask an operator for another one")
            : ServiceError(.invalidToken, "this API key was revoked or does not exist; ask an operator for another one")
    }
}
