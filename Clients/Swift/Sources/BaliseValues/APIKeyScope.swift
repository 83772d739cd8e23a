/// A right of an API key. A key has at least one.
public enum APIKeyScope: String, Codable, Sendable, CaseIterable {
    /// Announce offers, events and professionals, and send notifications.
    case publish
    /// Send notifications that break through a focus or through silence; in addition to `publish`.
    case interrupt
    /// An operator's rights: the operations port, also from other machines.
    case operate
    /// Introspect tokens (RFC 7662).
    case introspect
    /// Read and cancel all publishers' announcements, and ask why a user was notified. `operate` includes it.
    case support
    /// Read on the operations port: health, metrics, accounts and their data, keys without secrets, the audit log.
    case view
    /// Help one user on the operations port: end sessions, send a link for a new password, disable and enable the
    /// account, ask why the user was notified. Includes `view`.
    case assist
}
