// Why people are or are not told of an announcement.

/// Why a person was or was not told of an announcement.
public struct TellingReason: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// They were.
    public static let told = TellingReason(rawValue: "told")
    /// They do not want to hear of this kind.
    public static let switchedOff = TellingReason(rawValue: "switched-off")
    /// They do not want to hear of this category.
    public static let categoryNotPreferred = TellingReason(rawValue: "category-not-preferred")
    /// Their last position is outside the radius that they want.
    public static let tooFar = TellingReason(rawValue: "too-far")
    /// It is about as far away as they want to hear of; more would say where they are.
    public static let nearRadius = TellingReason(rawValue: "near-radius")
    /// No position of theirs is known.
    public static let noPosition = TellingReason(rawValue: "no-position")
    /// Their last position is too old to count.
    public static let positionTooOld = TellingReason(rawValue: "position-too-old")
    /// They have no push device that is reached.
    public static let noPushToken = TellingReason(rawValue: "no-push-token")
    /// Their account is disabled or erased.
    public static let accountClosed = TellingReason(rawValue: "account-closed")
    /// There is no such account.
    public static let unknownAccount = TellingReason(rawValue: "unknown-account")
    /// It was taken back before it reached a push device of theirs.
    public static let cancelled = TellingReason(rawValue: "cancelled")
    /// The audience of the notification does not hold for them.
    public static let notInAudience = TellingReason(rawValue: "not-in-audience")
    /// It has not been decided yet.
    public static let undecided = TellingReason(rawValue: "undecided")
    /// The words that are known here.
    public static let allCases: [TellingReason] = [
        .told, .switchedOff, .categoryNotPreferred, .tooFar, .nearRadius, .noPosition, .positionTooOld, .noPushToken,
        .accountClosed, .unknownAccount, .cancelled, .notInAudience, .undecided,
    ]
}
