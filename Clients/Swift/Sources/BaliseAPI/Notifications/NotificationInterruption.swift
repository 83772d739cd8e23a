// How much a notification may interrupt.

/// How much a notification may interrupt, in Apple's words.
public struct NotificationInterruption: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits in the list.
    public static let passive = NotificationInterruption(rawValue: "passive")
    /// It is shown and heard.
    public static let active = NotificationInterruption(rawValue: "active")
    /// It breaks through a focus; only for keys that may.
    public static let timeSensitive = NotificationInterruption(rawValue: "time-sensitive")
    /// It breaks through silence too; only for keys that may.
    public static let critical = NotificationInterruption(rawValue: "critical")
    /// The words that are known here.
    public static let allCases: [NotificationInterruption] = [.passive, .active, .timeSensitive, .critical]

    /// All that there are, for people.
    public static let list = "passive, active, time-sensitive or critical"
}
