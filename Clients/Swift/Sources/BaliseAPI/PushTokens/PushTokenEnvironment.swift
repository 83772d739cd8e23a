/// The APNs environment of a token.
public struct PushTokenEnvironment: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// For builds from the App Store and TestFlight.
    public static let production = PushTokenEnvironment(rawValue: "PRODUCTION")
    /// For builds from Xcode.
    public static let sandbox = PushTokenEnvironment(rawValue: "SANDBOX")
    /// The words that are known here.
    public static let allCases: [PushTokenEnvironment] = [.production, .sandbox]
}
