package import Models

/// The facts about a user that decide about their notifications.
package struct AudienceMember: Hashable, Sendable {
    /// Nil until the accounts feed mentions the account.
    package var status: AccountStatus?
    /// Nil if the user set no preferences.
    package var preferences: NotificationPreferences?
    /// The last position; nil if it is unknown or must not be used.
    package var position: Position?
    /// The number of push tokens that receive the user's notifications.
    package var pushDevices: Int

    package init(
        status: AccountStatus? = nil, preferences: NotificationPreferences? = nil, position: Position? = nil,
        pushDevices: Int = 0
    ) {
        self.status = status
        self.preferences = preferences
        self.position = position
        self.pushDevices = pushDevices
    }

    /// Also by a status that only a later version knows.
    var isClosed: Bool { status.map { $0 != .active } ?? false }
}

/// The properties of an announcement that decide about its recipients.
package struct Interest: Hashable, Sendable {
    package var type: AnnouncementType
    /// Ignored for events, which have no categories in the preferences.
    package var category: String?
    package var coordinate: Coordinate

    package init(type: AnnouncementType, category: String?, coordinate: Coordinate) {
        self.type = type
        self.category = category
        self.coordinate = coordinate
    }
}
