// What a push token is for, and by whom it is served.

/// Who brings what is pushed to a token.
public struct PushTokenKind: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple's service, for what a person sees.
    public static let apns = PushTokenKind(rawValue: "apns")
    /// Apple's service, for calls.
    public static let voip = PushTokenKind(rawValue: "voip")
    /// Firebase Cloud Messaging.
    public static let fcm = PushTokenKind(rawValue: "fcm")
    /// The words that are known here.
    public static let allCases: [PushTokenKind] = [.apns, .voip, .fcm]
}
