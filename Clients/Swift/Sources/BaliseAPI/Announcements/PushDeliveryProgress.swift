// The states of a delivery, as publishers see them.

/// What became of an announcement on one push device, so far.
public struct PushDeliveryProgress: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its turn, or for another try.
    public static let pending = PushDeliveryProgress(rawValue: "pending")
    /// The provider took it.
    public static let sent = PushDeliveryProgress(rawValue: "sent")
    /// It is not sent: the person wants no more of it, is not reached by this device any more, or it was cancelled.
    public static let suppressed = PushDeliveryProgress(rawValue: "suppressed")
    /// It waits for the end of quiet hours.
    public static let deferred = PushDeliveryProgress(rawValue: "deferred")
    /// It was given up.
    public static let failed = PushDeliveryProgress(rawValue: "failed")
    /// Its time was over before it could be sent.
    public static let expired = PushDeliveryProgress(rawValue: "expired")
    /// The words that are known here.
    public static let allCases: [PushDeliveryProgress] = [.pending, .sent, .suppressed, .deferred, .failed, .expired]
}
