// What API keys may do.

/// What an API key may do.
public enum APIKeyScope: String, Codable, Sendable, CaseIterable {
    /// Announce offers, events and professionals.
    case publish
    /// What an operator does: the operations port from elsewhere than this machine.
    case operate
    /// Ask what a token is worth (RFC 7662).
    case introspect
    /// See and take back the announcements of all publishers, and ask why a person was or was not told. `operate`
    /// includes it.
    case support
}
