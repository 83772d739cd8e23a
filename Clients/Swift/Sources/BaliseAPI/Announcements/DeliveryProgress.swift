// What becomes of a delivery.

/// What became of an announcement on one handset, so far.
public struct DeliveryProgress: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its turn, or for another try.
    public static let pending = DeliveryProgress(rawValue: "pending")
    /// The provider took it.
    public static let sent = DeliveryProgress(rawValue: "sent")
    /// It is not sent, for a reason of the person.
    public static let suppressed = DeliveryProgress(rawValue: "suppressed")
    /// It waits for the end of quiet hours.
    public static let deferred = DeliveryProgress(rawValue: "deferred")
    /// It was given up.
    public static let failed = DeliveryProgress(rawValue: "failed")
    /// Its time was over before it could be sent.
    public static let expired = DeliveryProgress(rawValue: "expired")
}
