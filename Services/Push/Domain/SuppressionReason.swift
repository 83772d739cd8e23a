// Why a delivery was not sent although it had been queued: because of the person, the push device or the publisher.

/// Why a delivery was not sent although it had been queued. The raw value is stored, and shown to publishers.
enum SuppressionReason: String, Sendable, CaseIterable {
    /// Its publisher has taken the announcement back.
    case cancelled
    /// The push device went to another account.
    case moved
    /// The person has removed the push device.
    case removed
    /// The provider says that the push device cannot be reached any more.
    case unreachable
    case sessionEnded = "session-ended"
    /// The push device has not been heard of for long.
    case silent
    /// The person wants to hear nothing on the push device.
    case muted
    /// The person wants to hear of such things no more.
    case switchedOff = "switched-off"
    case categoryNotPreferred = "category-not-preferred"
    case accountClosed = "account-closed"
    /// Where the person was is not kept any more: they have erased it or withdrawn that it is kept, or it was too old.
    case noPosition = "no-position"
    /// The audience of the notification does not hold for the person and the push device any more.
    case notInAudience = "not-in-audience"
    /// The person has had as many pushes of the kind as the operator lets them have.
    case capped
}
