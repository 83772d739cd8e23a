/// The state of a delivery to one push device.
public struct PushDeliveryProgress: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its turn, or for another try.
    public static let pending = PushDeliveryProgress(rawValue: "pending")
    /// The provider has accepted it.
    public static let sent = PushDeliveryProgress(rawValue: "sent")
    /// It is not sent: the user no longer wants it, the device is no longer registered, or it was cancelled.
    public static let suppressed = PushDeliveryProgress(rawValue: "suppressed")
    /// It waits for the end of quiet hours.
    public static let deferred = PushDeliveryProgress(rawValue: "deferred")
    /// It was given up.
    public static let failed = PushDeliveryProgress(rawValue: "failed")
    /// It expired before it could be sent.
    public static let expired = PushDeliveryProgress(rawValue: "expired")
    /// The words that are known here.
    public static let allCases: [PushDeliveryProgress] = [.pending, .sent, .suppressed, .deferred, .failed, .expired]
}
