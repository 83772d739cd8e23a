/// The kinds of announcements, as named in the lists of apps.
public struct ListedKind: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An offer.
    public static let offer = ListedKind(rawValue: "OFFRE")
    /// An event.
    public static let event = ListedKind(rawValue: "EVENEMENT")
    /// A professional.
    public static let professional = ListedKind(rawValue: "PROFESSIONAL")
    /// The words that are known here.
    public static let allCases: [ListedKind] = [.offer, .event, .professional]
}
