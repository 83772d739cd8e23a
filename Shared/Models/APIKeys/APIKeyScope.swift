// What API keys may do.

/// What an API key may do.
public enum APIKeyScope: String, Codable, Sendable, CaseIterable {
    /// Announce offers, events and professionals.
    case publish
    /// Send notifications that break through a focus or through silence; beside `publish`.
    case interrupt
    /// What an operator does: the operations port from elsewhere than this machine.
    case operate
    /// Ask what a token is worth (RFC 7662).
    case introspect
    /// See and take back the announcements of all publishers, and ask why a person was or was not told. `operate`
    /// includes it.
    case support
    /// See on the operations port what there is: health, metrics, accounts and what belongs to them, keys without their
    /// secrets, the audit log. Changes nothing.
    case view
    /// What support staff do on the operations port for one person: end their sessions, send them a link for a new
    /// password, disable and enable their account, ask why they were told. Includes `view`.
    case assist
}
