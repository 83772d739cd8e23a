/// The web app's name of a user's state.
public struct EcoveloCyclistStatus: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The phone number is verified, or the profile is unavailable.
    public static let active = EcoveloCyclistStatus(rawValue: "active")
    /// The user has no verified phone number.
    public static let unconfirmed = EcoveloCyclistStatus(rawValue: "unconfirmed")
    /// The account is to be erased, and the user may still cancel that.
    public static let deletionRequested = EcoveloCyclistStatus(rawValue: "deletion_requested")
    /// The account is erased.
    public static let deleted = EcoveloCyclistStatus(rawValue: "deleted")
    /// The words that are known here.
    public static let allCases: [EcoveloCyclistStatus] = [.active, .unconfirmed, .deletionRequested, .deleted]
}
