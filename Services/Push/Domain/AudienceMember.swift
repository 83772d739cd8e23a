// What push knows of one person, as far as it decides what they are told.

package import Models

/// What push knows of one person, as far as it decides what they are told.
package struct AudienceMember: Hashable, Sendable {
    /// What the accounts feed says; nil as long as it has said nothing.
    package var status: AccountStatus?
    /// What the person wants to hear of; nil for one who has not said.
    package var preferences: NotificationPreferences?
    /// Where the person was last; nil when that is unknown or forbidden.
    package var position: Position?
    /// To how many push tokens the person's notifications go.
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
}

/// What is announced, as far as it decides who is told.
package struct Interest: Hashable, Sendable {
    package var type: AnnouncementType
    /// Does not matter for events, which are for all who hear of events.
    package var category: String?
    package var coordinate: Coordinate

    package init(type: AnnouncementType, category: String?, coordinate: Coordinate) {
        self.type = type
        self.category = category
        self.coordinate = coordinate
    }

    package init(_ announcement: Announcement) {
        self.init(type: announcement.type, category: announcement.category, coordinate: announcement.coordinate)
    }
}
