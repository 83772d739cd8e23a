// Which of the two worlds of APNs a push token belongs to.

/// The world of APNs that a token belongs to.
public struct PushTokenWorld: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// That of apps from the App Store and from TestFlight.
    public static let production = PushTokenWorld(rawValue: "PRODUCTION")
    /// That of builds that come from Xcode.
    public static let sandbox = PushTokenWorld(rawValue: "SANDBOX")
}
