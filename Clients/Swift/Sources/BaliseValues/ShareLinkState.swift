/// Whether a share link shows a place, and if not, why.
public struct ShareLinkState: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The link shows the place.
    public static let open = ShareLinkState(rawValue: "open")
    /// The link's time is over.
    public static let expired = ShareLinkState(rawValue: "expired")
    /// The device has arrived, which ended the link.
    public static let arrived = ShareLinkState(rawValue: "arrived")
    /// The link's owner has ended it.
    public static let ended = ShareLinkState(rawValue: "ended")
    public static let allCases: [ShareLinkState] = [.open, .expired, .arrived, .ended]
}
