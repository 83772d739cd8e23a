public import BaliseJSON

/// The wanted subjects and the distance, a user's notification preferences: the body of PUT notification-preferences, and the answer of it and of GET. They
/// are replaced as a whole.
public struct NotificationChoices: JSONConvertible, Hashable {
    /// Whether the user wants offers.
    public var notifyNewOffers: Bool
    /// Whether the user wants new professionals.
    public var notifyNewProNearby: Bool
    /// Whether the user wants events.
    public var notifyLocalEvents: Bool
    /// Kilometres around the user's last position: 5 to 50.
    public var notificationRadius: Int
    /// The wanted categories, out of the server's, each once.
    public var preferredCategories: [String]

    enum CodingKeys: Int, CodingKey {
        case notifyNewOffers = 0, notifyNewProNearby, notifyLocalEvents, notificationRadius, preferredCategories
    }

    /// Makes a body of these members.
    public init(
        notifyNewOffers: Bool, notifyNewProNearby: Bool, notifyLocalEvents: Bool, notificationRadius: Int,
        preferredCategories: [String]
    ) {
        self.notifyNewOffers = notifyNewOffers
        self.notifyNewProNearby = notifyNewProNearby
        self.notifyLocalEvents = notifyLocalEvents
        self.notificationRadius = notificationRadius
        self.preferredCategories = preferredCategories
    }
}

extension NotificationChoices: JSONOpenObject {}
