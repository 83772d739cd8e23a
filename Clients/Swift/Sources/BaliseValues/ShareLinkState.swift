/// Whether a share link shows a place, and why not.
public struct ShareLinkState: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It shows the place.
    public static let open = ShareLinkState(rawValue: "open")
    /// Its time is over.
    public static let expired = ShareLinkState(rawValue: "expired")
    /// The device has arrived.
    public static let arrived = ShareLinkState(rawValue: "arrived")
    /// Its owner has ended it.
    public static let ended = ShareLinkState(rawValue: "ended")
    public static let allCases: [ShareLinkState] = [.open, .expired, .arrived, .ended]
}
