/// The state of an announcement.
public struct AnnouncementProgress: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for its time.
    public static let scheduled = AnnouncementProgress(rawValue: "scheduled")
    /// Its audience is being determined.
    public static let deciding = AnnouncementProgress(rawValue: "deciding")
    /// It is being delivered.
    public static let delivering = AnnouncementProgress(rawValue: "delivering")
    /// Every delivery has ended.
    public static let done = AnnouncementProgress(rawValue: "done")
    /// Its publisher has cancelled it.
    public static let cancelled = AnnouncementProgress(rawValue: "cancelled")
    /// The words that are known here.
    public static let allCases: [AnnouncementProgress] = [.scheduled, .deciding, .delivering, .done, .cancelled]
}
