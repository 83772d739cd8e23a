/// The provider of a push token, and its purpose.
public struct PushTokenKind: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple's service, for notifications.
    public static let apns = PushTokenKind(rawValue: "apns")
    /// Apple's service, for calls.
    public static let voip = PushTokenKind(rawValue: "voip")
    /// Firebase Cloud Messaging.
    public static let fcm = PushTokenKind(rawValue: "fcm")
    /// Apple's service, for a location push service extension.
    public static let location = PushTokenKind(rawValue: "location")
    /// Apple's service, for complications of watchOS.
    public static let complication = PushTokenKind(rawValue: "complication")
    /// Apple's service, for a file provider extension.
    public static let fileprovider = PushTokenKind(rawValue: "fileprovider")
    /// Apple's service, for a managed device.
    public static let mdm = PushTokenKind(rawValue: "mdm")
    /// The words that are known here.
    public static let allCases: [PushTokenKind] = [.apns, .voip, .fcm, .location, .complication, .fileprovider, .mdm]
}
