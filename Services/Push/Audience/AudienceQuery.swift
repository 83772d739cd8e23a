package import Models

package struct AudienceQuery: Hashable, Sendable {
    package var kind: NotificationKind
    /// The condition on users. It contains at most one circle, in a position that `AudienceExpressionRules` allows.
    package var expression: AudienceExpression
    /// The interest that recipients must have, for an announcement; nil for any other notification.
    package var interest: Interest?

    /// Makes a query.
    /// - Parameter announcement: The subject of an announcement; nil for any other notification.
    package init(kind: NotificationKind, expression: AudienceExpression, announcement: Announcement? = nil) {
        self.kind = kind
        self.expression = expression
        if let announcement, let place = expression.place {
            interest = Interest(type: announcement.type, category: announcement.category, coordinate: place)
        }
    }

    /// The centre of the circle; nil if the audience is independent of places.
    package var place: Coordinate? { expression.place }
}

extension AudienceExpression {
    /// Whether the properties of users and push devices are evaluated again before a push leaves. The conditions on
    /// account names and circles keep their first result.
    var isJudgedAgain: Bool {
        contains { part in
            switch part {
            case .topic, .tag: true
            default: part.deviceCondition != nil
            }
        }
    }

    var isOfNamedAlone: Bool {
        switch self {
        case .accounts: true
        case .all(let parts): parts.contains(where: \.isOfNamedAlone)
        case .any(let parts): parts.allSatisfy(\.isOfNamedAlone)
        default: false
        }
    }

    var isOfDevices: Bool { contains { $0.deviceCondition != nil } }

    /// Whether only the users' own subscriptions to topics count. This applies with a circle: users whom a publisher
    /// added to a now open topic could otherwise be told apart by their place.
    var asksSubscribersAlone: Bool { place != nil }

    var withoutPlace: AudienceExpression {
        switch self {
        case .near: .everyone
        case .all(let parts): .all(parts.map(\.withoutPlace))
        default: self
        }
    }
}

package struct AudienceMember: Hashable, Sendable {
    /// The account's status; nil until the accounts feed mentions the account.
    package var status: AccountStatus?
    package var preferences: NotificationPreferences?
    /// The last position; nil if it is unknown or must not be used.
    package var position: Position?
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

    /// Whether the account is closed, also by a status that only a later version knows.
    var isClosed: Bool { status.map { $0 != .active } ?? false }
}

package struct Interest: Hashable, Sendable {
    package var type: AnnouncementType
    /// The category of an announcement. It is ignored for events, which have no categories in the preferences.
    package var category: String?
    package var coordinate: Coordinate

    package init(type: AnnouncementType, category: String?, coordinate: Coordinate) {
        self.type = type
        self.category = category
        self.coordinate = coordinate
    }
}
