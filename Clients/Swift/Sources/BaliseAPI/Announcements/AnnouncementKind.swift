/// The kind of subject of an announcement.
public struct AnnouncementKind: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An offer.
    public static let offer = AnnouncementKind(rawValue: "OFFER")
    /// An event.
    public static let event = AnnouncementKind(rawValue: "EVENT")
    /// A new professional.
    public static let professional = AnnouncementKind(rawValue: "PROFESSIONAL")
    /// The words that are known here.
    public static let allCases: [AnnouncementKind] = [.offer, .event, .professional]

    /// All kinds, for people.
    static let list = "OFFER, EVENT or PROFESSIONAL"
}
