/// A kind of notification, such as `orders`, that users can switch off.
public struct NotificationKind: Hashable, Sendable {
    /// The kind's name, as `AudienceExpression.isName` allows it: `A-Z a-z 0-9 . _ : -`, at most 64 characters.
    public var name: String
    /// Whether users who have not chosen get notifications of this kind.
    public var isOnAtFirst: Bool
    public var isMandatory: Bool
    /// Whether only API keys that name this kind may send it.
    public var isRestricted: Bool
    /// The largest number of pushes of this kind for a user in the operator's time window; nil for the common limit.
    public var cap: Int?
    /// Whether notifications that quiet hours held back are combined into one push afterwards.
    public var isDigested: Bool

    public init(
        _ name: String, isOnAtFirst: Bool = true, isMandatory: Bool = false, isRestricted: Bool = false,
        cap: Int? = nil, isDigested: Bool = false
    ) {
        (self.isDigested, self.cap, self.name, self.isOnAtFirst) = (isDigested, cap, name, isOnAtFirst)
        (self.isMandatory, self.isRestricted) = (isMandatory, isRestricted)
    }
}

extension NotificationKind {
    /// Makes the kind of an announcement type. Users switch it on and off in the preferences of the announcements app.
    public init(_ type: AnnouncementType) { self.init(type.rawValue) }

    /// Notices of arrivals in circles. No publisher sends them.
    public static let arrivals = NotificationKind("arrivals")
    /// Notices of new readers of the user's devices. No publisher sends them.
    public static let newReaders = NotificationKind("new-readers")
}

/// All kinds of notifications: the kinds of announcements, then the kinds in the setting `push.kinds`.
public struct NotificationKinds: Hashable, Sendable {
    /// The kinds, in the order of display.
    public let all: [NotificationKind]

    /// Lists the announcement kinds and then `named`. `caps` and `digested` are about the announcement kinds.
    public init(naming named: [NotificationKind] = [], caps: [String: Int] = [:], digested: Set<String> = []) {
        all =
            AnnouncementType.allCases.map { type in
                var kind = NotificationKind(type)
                kind.cap = caps[kind.name]
                kind.isDigested = digested.contains(kind.name)
                return kind
            } + named
    }

    /// The kinds that users switch: `all`, and the server's own notices after the kinds of announcements.
    public var switches: [NotificationKind] {
        let count = AnnouncementType.allCases.count
        let notices = [NotificationKind.arrivals, .newReaders].filter { self[$0.name] == nil }
        return Array(all.prefix(count)) + notices + all.dropFirst(count)
    }

    /// Finds a kind by its name; nil if the name is unknown. Names are compared by bytes, as stored choices are.
    public subscript(name: String) -> NotificationKind? { all.first { $0.name.isExactly(name) } }

    /// Returns the kind of a notification that was already accepted. If the operator has removed the kind since, only
    /// users who have switched it on are notified, because it may have been off by default.
    public func kind(taken name: String) -> NotificationKind {
        self[name] ?? NotificationKind(name, isOnAtFirst: false)
    }

    public func isOn(_ kind: NotificationKind, for preferences: NotificationPreferences?) -> Bool {
        if kind.isMandatory { return true }
        if let type = AnnouncementType(known: kind.name) { return preferences?.choices?.isOn(type) ?? true }
        if preferences?.kindsOn?.contains(kind.name) == true { return true }
        if preferences?.kindsOff?.contains(kind.name) == true { return false }
        return kind.isOnAtFirst
    }
}

extension NotificationChoices {
    /// Whether users who have not chosen get announcements of this type.
    public func isOn(_ type: AnnouncementType) -> Bool {
        switch type {
        case .offer: notifyNewOffers
        case .professional: notifyNewProNearby
        default: notifyLocalEvents
        }
    }

    public mutating func set(_ type: AnnouncementType, _ isOn: Bool) {
        switch type {
        case .offer: notifyNewOffers = isOn
        case .professional: notifyNewProNearby = isOn
        default: notifyLocalEvents = isOn
        }
    }
}
