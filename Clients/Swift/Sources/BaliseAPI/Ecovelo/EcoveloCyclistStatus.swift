// What the web app calls the state of a person.

/// What the web app calls the state of a person.
public struct EcoveloCyclistStatus: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// They have shown a phone number to be theirs, or it cannot be told at the moment.
    public static let active = EcoveloCyclistStatus(rawValue: "active")
    /// They have no phone number that they have shown to be theirs.
    public static let unconfirmed = EcoveloCyclistStatus(rawValue: "unconfirmed")
    /// Their account is to be erased, and they may take that back.
    public static let deletionRequested = EcoveloCyclistStatus(rawValue: "deletion_requested")
    /// Their account is erased.
    public static let deleted = EcoveloCyclistStatus(rawValue: "deleted")
    /// The words that are known here.
    public static let allCases: [EcoveloCyclistStatus] = [.active, .unconfirmed, .deletionRequested, .deleted]
}
