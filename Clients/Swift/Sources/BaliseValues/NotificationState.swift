/// The progress of a notification, from its schedule to its last delivery.
public struct NotificationState: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its time.
    public static let scheduled = NotificationState(rawValue: "scheduled")
    /// Its audience is being determined.
    public static let deciding = NotificationState(rawValue: "deciding")
    /// It is being delivered.
    public static let delivering = NotificationState(rawValue: "delivering")
    /// Every delivery has ended.
    public static let done = NotificationState(rawValue: "done")
    /// It was cancelled.
    public static let cancelled = NotificationState(rawValue: "cancelled")
    /// The words that are known here.
    public static let allCases: [NotificationState] = [.scheduled, .deciding, .delivering, .done, .cancelled]
}
