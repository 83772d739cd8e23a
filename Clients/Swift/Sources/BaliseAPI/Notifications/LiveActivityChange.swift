/// A change of a Live Activity, in Apple's words.
public struct LiveActivityChange: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It starts.
    public static let start = LiveActivityChange(rawValue: "start")
    /// Its content changes.
    public static let update = LiveActivityChange(rawValue: "update")
    /// It ends.
    public static let end = LiveActivityChange(rawValue: "end")
    /// The words that are known here.
    public static let allCases: [LiveActivityChange] = [.start, .update, .end]

    /// All of them, for people.
    public static let list = "start, update or end"
}
