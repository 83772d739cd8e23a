// What a person wants to hear of: the body of PUT notification-preferences, and what it and GET answer.

public import BaliseJSON

/// Of what a person wants to hear, and from how far away. All of it is said at once.
public struct BalisePreferences: JSONConvertible, Hashable {
    /// Whether of offers.
    public var notifyNewOffers: Bool
    /// Whether of professionals.
    public var notifyNewProNearby: Bool
    /// Whether of events.
    public var notifyLocalEvents: Bool
    /// Kilometres around the person's last position: 5 to 50.
    public var notificationRadius: Int
    /// Which categories, out of those that there are.
    public var preferredCategories: [String]

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

/// Apps that are older than Balise send members of their own.
extension BalisePreferences: JSONOpenObject {}
