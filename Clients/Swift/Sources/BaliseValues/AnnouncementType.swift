/// The kind of subject of an announcement.
public struct AnnouncementType: OpenWord {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An offer.
    public static let offer = AnnouncementType(rawValue: "OFFER")
    /// An event.
    public static let event = AnnouncementType(rawValue: "EVENT")
    /// A new professional.
    public static let professional = AnnouncementType(rawValue: "PROFESSIONAL")
    public static let allCases: [AnnouncementType] = [.offer, .event, .professional]

    /// Reads a word; nil if this version does not know the word.
    public init?(known word: String) {
        self.init(rawValue: word)
        if !isKnown { return nil }
    }

    /// Reads the words of all apps, in English or French and in any case; nil for any other word.
    public init?(written word: String) {
        switch word.uppercased() {
        case "OFFER", "OFFRE": self = .offer
        case "EVENT", "EVENEMENT": self = .event
        case "PROFESSIONAL": self = .professional
        default: return nil
        }
    }

    /// All types in one text for people.
    public static let list = "OFFER, EVENT or PROFESSIONAL"
}
