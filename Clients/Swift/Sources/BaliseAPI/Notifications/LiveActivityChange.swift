// What becomes of a Live Activity.

/// What becomes of a Live Activity, in Apple's words.
public struct LiveActivityChange: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It starts.
    public static let start = LiveActivityChange(rawValue: "start")
    /// It shows something else.
    public static let update = LiveActivityChange(rawValue: "update")
    /// It ends.
    public static let end = LiveActivityChange(rawValue: "end")
    /// The words that are known here.
    public static let allCases: [LiveActivityChange] = [.start, .update, .end]

    /// All that there are, for people.
    public static let list = "start, update or end"
}
