/// The reason why a user was or was not notified.
public struct RecipientReason: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user was notified.
    public static let told = RecipientReason(rawValue: "told")
    /// The user has switched this kind off.
    public static let switchedOff = RecipientReason(rawValue: "switched-off")
    /// The user does not want this category.
    public static let categoryNotPreferred = RecipientReason(rawValue: "category-not-preferred")
    /// The user's last position is outside the radius of the preferences.
    public static let tooFar = RecipientReason(rawValue: "too-far")
    /// The distance is about the user's radius. A more precise reason would reveal the user's position.
    public static let nearRadius = RecipientReason(rawValue: "near-radius")
    /// No position of the user is known.
    public static let noPosition = RecipientReason(rawValue: "no-position")
    /// The user's last position is too old.
    public static let positionTooOld = RecipientReason(rawValue: "position-too-old")
    /// The user has no registered push device.
    public static let noPushToken = RecipientReason(rawValue: "no-push-token")
    /// The account is disabled or erased.
    public static let accountClosed = RecipientReason(rawValue: "account-closed")
    /// The account does not exist.
    public static let unknownAccount = RecipientReason(rawValue: "unknown-account")
    /// It was cancelled before it reached one of the user's devices.
    public static let cancelled = RecipientReason(rawValue: "cancelled")
    /// The user does not match the audience.
    public static let notInAudience = RecipientReason(rawValue: "not-in-audience")
    /// The audience is not determined yet.
    public static let undecided = RecipientReason(rawValue: "undecided")
    /// The words that are known here.
    public static let allCases: [RecipientReason] = [
        .told, .switchedOff, .categoryNotPreferred, .tooFar, .nearRadius, .noPosition, .positionTooOld, .noPushToken,
        .accountClosed, .unknownAccount, .cancelled, .notInAudience, .undecided,
    ]
}
