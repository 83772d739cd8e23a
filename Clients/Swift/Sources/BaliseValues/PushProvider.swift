/// The service that delivers a push to the device.
public struct PushProvider: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple's APNs.
    public static let apns = PushProvider(rawValue: "apns")
    /// Google's Firebase Cloud Messaging.
    public static let fcm = PushProvider(rawValue: "fcm")
    /// The words that are known here.
    public static let allCases: [PushProvider] = [.apns, .fcm]
}
