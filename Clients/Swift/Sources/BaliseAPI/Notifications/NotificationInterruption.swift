/// How much a notification may interrupt, in Apple's words.
public struct NotificationInterruption: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It only appears in the list.
    public static let passive = NotificationInterruption(rawValue: "passive")
    /// It is shown with its sound.
    public static let active = NotificationInterruption(rawValue: "active")
    /// It breaks through a focus; only for keys with that right.
    public static let timeSensitive = NotificationInterruption(rawValue: "time-sensitive")
    /// It also breaks through silence; only for keys with that right.
    public static let critical = NotificationInterruption(rawValue: "critical")
    /// The words that are known here.
    public static let allCases: [NotificationInterruption] = [.passive, .active, .timeSensitive, .critical]

    /// All levels, for people.
    public static let list = "passive, active, time-sensitive or critical"
}
