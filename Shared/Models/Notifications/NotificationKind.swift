// What kinds of notifications there are: the one place that says it.

/// A kind of notification, such as `orders`, that a person can switch off.
public struct NotificationKind: Hashable, Sendable {
    /// `A-Z a-z 0-9 . _ -`, at most 64 bytes.
    public var name: String
    /// Whether somebody hears of it who has not said.
    public var isOnAtFirst: Bool
    /// Whether nobody can switch it off.
    public var isMandatory: Bool
    /// Whether only those API keys may send it that name it.
    public var isRestricted: Bool
    /// How many pushes of it a person gets at most in the operator's window; nil where that is the same as for others.
    public var cap: Int?
    /// Whether several that quiet hours held back come as one push when these end.
    public var isDigested: Bool

    public init(
        _ name: String, isOnAtFirst: Bool = true, isMandatory: Bool = false, isRestricted: Bool = false,
        cap: Int? = nil, isDigested: Bool = false
    ) {
        self.isDigested = isDigested
        self.cap = cap
        self.name = name
        self.isOnAtFirst = isOnAtFirst
        self.isMandatory = isMandatory
        self.isRestricted = isRestricted
    }
}

extension NotificationKind {
    /// The kind that announcements of a type are of. Its switch is the one that the app of announcements has for them.
    public init(_ type: AnnouncementType) { self.init(type.rawValue) }
}

/// The kinds that there are: those of announcements, and those that the operator names.
public struct NotificationKinds: Hashable, Sendable {
    /// In the order in which they are shown.
    public let all: [NotificationKind]

    /// - Parameters:
    ///   - named: those of the operator.
    ///   - caps: those of the kinds of announcements, by their names.
    ///   - digested: the names of those kinds of announcements that digests gather.
    public init(naming named: [NotificationKind] = [], caps: [String: Int] = [:], digested: Set<String> = []) {
        all =
            AnnouncementType.allCases.map { type in
                var kind = NotificationKind(type)
                kind.cap = caps[kind.name]
                kind.isDigested = digested.contains(kind.name)
                return kind
            } + named
    }

    /// Nil for a name that there is not; compared by its bytes, as stored choices are.
    public subscript(name: String) -> NotificationKind? { all.first { $0.name.isExactly(name) } }

    /// The kind of what was taken on once. Of one that the operator has taken away since, nobody hears who has not switched
    /// it on: it may have been one of those.
    public func kind(taken name: String) -> NotificationKind {
        self[name] ?? NotificationKind(name, isOnAtFirst: false)
    }

    /// Whether a person hears of a kind, by what they have said.
    public func isOn(_ kind: NotificationKind, for preferences: NotificationPreferences?) -> Bool {
        if kind.isMandatory { return true }
        if let type = AnnouncementType(rawValue: kind.name) { return preferences?.choices?.isOn(type) ?? true }
        if preferences?.kindsOn?.contains(kind.name) == true { return true }
        if preferences?.kindsOff?.contains(kind.name) == true { return false }
        return kind.isOnAtFirst
    }
}

extension NotificationChoices {
    /// Whether somebody hears of announcements of a type.
    public func isOn(_ type: AnnouncementType) -> Bool {
        switch type {
        case .offer: notifyNewOffers
        case .event: notifyLocalEvents
        case .professional: notifyNewProNearby
        }
    }

    /// Switches announcements of a type on or off.
    public mutating func set(_ type: AnnouncementType, _ isOn: Bool) {
        switch type {
        case .offer: notifyNewOffers = isOn
        case .event: notifyLocalEvents = isOn
        case .professional: notifyNewProNearby = isOn
        }
    }
}
