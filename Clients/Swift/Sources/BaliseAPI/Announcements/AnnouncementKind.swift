// What kinds of things are announced.

/// What kind of thing an announcement is about.
public struct AnnouncementKind: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An offer.
    public static let offer = AnnouncementKind(rawValue: "OFFER")
    /// An event.
    public static let event = AnnouncementKind(rawValue: "EVENT")
    /// A professional who is new.
    public static let professional = AnnouncementKind(rawValue: "PROFESSIONAL")
    /// The words that are known here.
    public static let allCases: [AnnouncementKind] = [.offer, .event, .professional]

    /// All that there are, for people.
    static let list = "OFFER, EVENT or PROFESSIONAL"
}
