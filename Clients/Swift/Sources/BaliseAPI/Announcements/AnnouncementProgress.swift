// How far an announcement has come.

/// How far an announcement has come.
public struct AnnouncementProgress: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its time.
    public static let scheduled = AnnouncementProgress(rawValue: "scheduled")
    /// It is being found out who hears of it.
    public static let deciding = AnnouncementProgress(rawValue: "deciding")
    /// It is on its way.
    public static let delivering = AnnouncementProgress(rawValue: "delivering")
    /// Every delivery has come to its end.
    public static let done = AnnouncementProgress(rawValue: "done")
    /// Its publisher has taken it back.
    public static let cancelled = AnnouncementProgress(rawValue: "cancelled")
    /// The words that are known here.
    public static let allCases: [AnnouncementProgress] = [.scheduled, .deciding, .delivering, .done, .cancelled]
}
