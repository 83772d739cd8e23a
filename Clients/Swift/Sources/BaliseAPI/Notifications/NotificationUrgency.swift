/// How soon a push device is woken.
public struct NotificationUrgency: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// At once.
    public static let immediate = NotificationUrgency(rawValue: "immediate")
    /// When it suits the battery.
    public static let considerate = NotificationUrgency(rawValue: "considerate")
    /// When the device is awake anyway.
    public static let low = NotificationUrgency(rawValue: "low")
    /// The words that are known here.
    public static let allCases: [NotificationUrgency] = [.immediate, .considerate, .low]

    /// All of them, for people.
    public static let list = "immediate, considerate or low"
}
