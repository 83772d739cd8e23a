// Which of the two environments of APNs a push token belongs to.

/// The environment of APNs that a token belongs to.
public struct PushTokenEnvironment: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// That of apps from the App Store and from TestFlight.
    public static let production = PushTokenEnvironment(rawValue: "PRODUCTION")
    /// That of builds that come from Xcode.
    public static let sandbox = PushTokenEnvironment(rawValue: "SANDBOX")
    /// The words that are known here.
    public static let allCases: [PushTokenEnvironment] = [.production, .sandbox]
}
