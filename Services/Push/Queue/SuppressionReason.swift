/// The raw value is stored, and shown to publishers.
enum SuppressionReason: String, Sendable, CaseIterable {
    case cancelled
    case moved
    case removed
    /// The provider reported the token as dead.
    case unreachable
    case sessionEnded = "session-ended"
    case silent
    case muted
    case switchedOff = "switched-off"
    case categoryNotPreferred = "category-not-preferred"
    case accountClosed = "account-closed"
    /// The user erased it or withdrew the permission, or it was too old.
    case noPosition = "no-position"
    /// The user or the push device no longer matches.
    case notInAudience = "not-in-audience"
    /// By the operator, for this kind.
    case capped
}
