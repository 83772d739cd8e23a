public import BaliseJSON

/// A user's notification preferences: the wanted subjects and the distance. They are the body of PUT
/// notification-preferences, and the answer to GET and PUT. A PUT replaces all of them.
public struct NotificationChoices: JSONOpenObject, Hashable {
    /// Whether the user wants offers.
    public var notifyNewOffers: Bool
    /// Whether the user wants new professionals.
    public var notifyNewProNearby: Bool
    /// Whether the user wants events.
    public var notifyLocalEvents: Bool
    /// The radius in kilometres around the user's last position: 5 to 50.
    public var notificationRadius: Int
    /// The wanted categories, each once. The server must have them.
    public var preferredCategories: [String]

    /// The names of the members in JSON, and their numbers in messages between services.
    public enum CodingKeys: Int, CodingKey {
        /// The numbers follow the order of the properties. Other versions know them, so they never change.
        case notifyNewOffers = 0, notifyNewProNearby, notifyLocalEvents, notificationRadius, preferredCategories
    }

    public init(
        notifyNewOffers: Bool, notifyNewProNearby: Bool, notifyLocalEvents: Bool, notificationRadius: Int,
        preferredCategories: [String]
    ) {
        (self.notifyNewOffers, self.notifyNewProNearby) = (notifyNewOffers, notifyNewProNearby)
        (self.notifyLocalEvents, self.notificationRadius) = (notifyLocalEvents, notificationRadius)
        self.preferredCategories = preferredCategories
    }
}

/// The kinds, and whether the user wants each: the answer of GET and PUT notification-preferences/kinds.
public struct NotificationKindList: JSONConvertible, Hashable {
    /// The kinds, in the order of display.
    public var kinds: [NotificationKindSwitch]

    enum CodingKeys: Int, CodingKey { case kinds = 0 }

    public init(kinds: [NotificationKindSwitch]) { self.kinds = kinds }
}

/// A kind of notifications, and whether the user wants it.
public struct NotificationKindSwitch: JSONConvertible, Hashable {
    /// The operator's name of the kind, such as `orders`.
    public var name: String
    /// Whether the user wants the kind.
    public var enabled: Bool
    /// Whether the kind cannot be switched off.
    public var mandatory: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, enabled, mandatory }

    public init(name: String, enabled: Bool, mandatory: Bool) {
        (self.name, self.enabled, self.mandatory) = (name, enabled, mandatory)
    }
}

/// The user's choice for one kind of notifications.
public struct NotificationKindChoice: JSONConvertible, Hashable {
    /// The operator's name of the kind.
    public var name: String
    /// Whether the user wants the kind.
    public var enabled: Bool

    enum CodingKeys: Int, CodingKey { case name = 0, enabled }

    public init(name: String, enabled: Bool) { (self.name, self.enabled) = (name, enabled) }
}
