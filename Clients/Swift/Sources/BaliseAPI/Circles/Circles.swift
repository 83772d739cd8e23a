public import BaliseJSON
public import Foundation

/// A new circle: the body of POST users/me/circles.
public struct CreateCircleRequest: JSONConvertible, Hashable {
    /// 1 to 128 characters.
    public var name: String
    /// The user's name in this circle, 1 to 128 characters; nil for the display name of the profile.
    public var memberName: String?

    public init(name: String, memberName: String? = nil) { (self.name, self.memberName) = (name, memberName) }
}

/// What the user lets the other members see: the body of PUT users/me/circles/{id}/consent. A member that is nil takes that
/// consent back.
public struct SetCircleConsentRequest: JSONConvertible, Hashable {
    /// How exactly the others see the places of the user's devices.
    public var place: PlacePrecision?
    /// How exactly the others see where the devices were, from now on.
    public var history: PlacePrecision?
    /// Whether they see the battery level with a place.
    public var battery: Bool?
    /// Until then they see nothing; at most 366 days from now.
    @InMilliseconds public var pausedUntil: Date?
    /// Whether they may ask for a fresh place, if they see the place.
    public var questions: Bool?

    public init(
        place: PlacePrecision? = nil, history: PlacePrecision? = nil, battery: Bool? = nil, pausedUntil: Date? = nil,
        questions: Bool? = nil
    ) {
        (self.place, self.history, self.battery, self.questions) = (place, history, battery, questions)
        self.pausedUntil = pausedUntil
    }
}

/// The user's consent in a circle.
public struct BaliseCircleConsent: JSONConvertible, Hashable {
    /// Nil if the others see no place.
    public var place: PlacePrecision?
    /// Nil if the others see no history.
    public var history: PlacePrecision?
    /// Whether they see the battery level with a place.
    public var battery: Bool
    /// The end of the pause; nil without one.
    public var pausedUntil: Date?
    /// Whether the others may ask for a fresh place, if they see the place.
    public var questions: Bool

    public init(
        place: PlacePrecision? = nil, history: PlacePrecision? = nil, battery: Bool = false, pausedUntil: Date? = nil,
        questions: Bool = false
    ) {
        (self.place, self.history, self.battery) = (place, history, battery)
        (self.pausedUntil, self.questions) = (pausedUntil, questions)
    }
}

/// A member of a circle, as all members see it.
public struct BaliseCircleMember: JSONConvertible, Hashable {
    /// The id of the account.
    public var account: String
    /// The member's name in this circle.
    public var name: String
    /// When the member joined.
    public var joinedAt: Date

    public init(account: String, name: String, joinedAt: Date) {
        (self.account, self.name, self.joinedAt) = (account, name, joinedAt)
    }
}

/// A circle that the user is in: the answer of POST users/me/circles in an envelope.
public struct BaliseCircle: JSONConvertible, Hashable {
    /// Names the circle in calls.
    public var id: String
    /// The name of the circle.
    public var name: String
    /// When it was made.
    public var createdAt: Date
    /// The account with the creator's rights: the member who has been in it longest.
    public var creator: String
    /// All members, those who have been in it longest first.
    public var members: [BaliseCircleMember]
    /// What the user lets the others see.
    public var consent: BaliseCircleConsent

    public init(
        id: String, name: String, createdAt: Date, creator: String, members: [BaliseCircleMember],
        consent: BaliseCircleConsent
    ) {
        (self.id, self.name, self.createdAt) = (id, name, createdAt)
        (self.creator, self.members, self.consent) = (creator, members, consent)
    }
}

/// The user's circles: the answer of GET users/me/circles in an envelope.
public struct BaliseCircleList: JSONConvertible, Hashable {
    /// The latest one joined first.
    public var circles: [BaliseCircle]
    /// The number of circles.
    public var totalCount: Int

    public init(circles: [BaliseCircle], totalCount: Int) { (self.circles, self.totalCount) = (circles, totalCount) }
}

/// New names: the body of PATCH users/me/circles/{id}. A member that is nil changes nothing.
public struct ChangeCircleRequest: JSONConvertible, Hashable {
    /// The name of the circle, which only the creator may change.
    public var name: String?
    /// The user's name in it.
    public var memberName: String?

    public init(name: String? = nil, memberName: String? = nil) { (self.name, self.memberName) = (name, memberName) }
}

/// A look of a circle's member at one of the user's devices, or a question for its place.
public struct BaliseCircleVisit: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// The account of the member who looked.
    public var account: String
    /// The member's name at that time.
    public var name: String
    /// The last one.
    public var at: Date
    /// When the member last asked for the place; nil for never.
    public var askedAt: Date?

    public init(device: String, account: String, name: String, at: Date, askedAt: Date? = nil) {
        (self.device, self.account, self.name, self.at, self.askedAt) = (device, account, name, at, askedAt)
    }
}

/// The members who looked: the answer of GET users/me/circles/visits in an envelope.
public struct BaliseCircleVisitList: JSONConvertible, Hashable {
    /// Of the last 30 days, the latest first; one for each member and device.
    public var visits: [BaliseCircleVisit]
    /// The number of visits.
    public var totalCount: Int

    public init(visits: [BaliseCircleVisit], totalCount: Int) { (self.visits, self.totalCount) = (visits, totalCount) }
}

/// A device whose place the user may see.
public struct VisibleDevice: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// Whether the user has claimed it.
    public var isOwn: Bool
    /// The account of the circle's member who shares it; nil for a device that is visible without a circle.
    public var account: String?
    /// How exactly that member shares it.
    public var precision: PlacePrecision?
    /// The place; nil while there is none.
    public var place: DeviceHistoryPoint?

    public init(
        device: String, isOwn: Bool, account: String? = nil, precision: PlacePrecision? = nil,
        place: DeviceHistoryPoint? = nil
    ) {
        (self.device, self.isOwn, self.account) = (device, isOwn, account)
        (self.precision, self.place) = (precision, place)
    }
}

/// What became of a question for a fresh place: the answer of POST places/{device}/question in an envelope.
public struct PlaceQuestion: JSONConvertible, Hashable {
    /// How many of the owner's push devices are woken. None means that the owner cannot be reached.
    public var pushDevices: Int

    public init(pushDevices: Int) { self.pushDevices = pushDevices }
}

/// The devices whose places the user may see: the answer of GET places in an envelope.
public struct VisibleDeviceList: JSONConvertible, Hashable {
    /// The user's own devices first, then those of others.
    public var devices: [VisibleDevice]
    /// The number of devices.
    public var totalCount: Int

    public init(devices: [VisibleDevice], totalCount: Int) { (self.devices, self.totalCount) = (devices, totalCount) }
}
