public import BaliseJSON

/// A user's notification preferences: the wanted subjects and the distance. They are the body of PUT
/// notification-preferences, and the answer to it and to GET. A PUT replaces them as a whole.
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

    /// The names of the members in JSON, and their numbers in messages between services.
    public enum CodingKeys: Int, CodingKey {
        /// In the order of the properties.
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
