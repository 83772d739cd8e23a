public import BaliseJSON
public import Foundation

/// A new circle: the body of POST users/me/circles.
public struct CreateCircleRequest: JSONConvertible, Hashable {
    /// The name of the circle, 1 to 128 characters.
    public var name: String
    /// The user's name in this circle, 1 to 128 characters; nil for the display name of the profile.
    public var memberName: String?

    public init(name: String, memberName: String? = nil) { (self.name, self.memberName) = (name, memberName) }
}

/// The consent of the user towards the other members: the body of PUT users/me/circles/{id}/consent. A member that is nil
/// withdraws that consent.
public struct SetCircleConsentRequest: JSONConvertible, Hashable {
    /// How exactly the other members see the places of the user's devices.
    public var place: PlacePrecision?
    /// How exactly the other members see where the devices were, from now on.
    public var history: PlacePrecision?
    /// Whether the other members see the battery level with a place.
    public var battery: Bool?
    /// The end of a pause, during which the other members see nothing; at most 366 days from now.
    @InMilliseconds public var pausedUntil: Date?
    /// Whether the other members may ask for a fresh place, if they see the place.
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
    /// How exactly the other members see the place; nil if they do not see it.
    public var place: PlacePrecision?
    /// How exactly the other members see the history; nil if they do not see it.
    public var history: PlacePrecision?
    /// Whether the other members see the battery level with a place.
    public var battery: Bool
    /// The end of the pause; nil if sharing is not paused.
    public var pausedUntil: Date?
    /// Whether the other members may ask for a fresh place, if they see the place.
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
    /// The id that names the circle in calls.
    public var id: String
    /// The name of the circle.
    public var name: String
    /// When the circle was created.
    public var createdAt: Date
    /// The account that has the creator's rights: the member who joined first.
    public var creator: String
    /// All members, in the order in which they joined.
    public var members: [BaliseCircleMember]
    /// The consent of the user towards the other members.
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
    /// The circles. The circle that the user joined last is first.
    public var circles: [BaliseCircle]
    /// The number of circles.
    public var totalCount: Int

    public init(circles: [BaliseCircle], totalCount: Int) { (self.circles, self.totalCount) = (circles, totalCount) }
}

/// New names: the body of PATCH users/me/circles/{id}. A member that is nil changes nothing.
public struct ChangeCircleRequest: JSONConvertible, Hashable {
    /// The name of the circle, which only the creator may change.
    public var name: String?
    /// The user's name in the circle.
    public var memberName: String?

    public init(name: String? = nil, memberName: String? = nil) { (self.name, self.memberName) = (name, memberName) }
}

/// A visit: a member of a circle looked at one of the user's devices, or asked for its place.
public struct BaliseCircleVisit: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// The account of the member who looked.
    public var account: String
    /// The member's name at that time.
    public var name: String
    /// The time of the member's last look.
    public var at: Date
    /// When the member last asked for the place; nil if the member never asked.
    public var askedAt: Date?

    public init(device: String, account: String, name: String, at: Date, askedAt: Date? = nil) {
        (self.device, self.account, self.name, self.at, self.askedAt) = (device, account, name, at, askedAt)
    }
}

/// The members who looked: the answer of GET users/me/circles/visits in an envelope.
public struct BaliseCircleVisitList: JSONConvertible, Hashable {
    /// The visits of the last 30 days, the latest first; one visit for each member and device.
    public var visits: [BaliseCircleVisit]
    /// The number of visits.
    public var totalCount: Int

    public init(visits: [BaliseCircleVisit], totalCount: Int) { (self.visits, self.totalCount) = (visits, totalCount) }
}

/// A device whose place the user may see.
public struct VisibleDevice: JSONConvertible, Hashable {
    /// The device in calls of the app API. If a member of a circle shares the device, this is no Miataru id, and valid
    /// for this user only.
    public var device: String
    /// Whether the user has claimed the device.
    public var isOwn: Bool
    /// The account of the circle member who shares the device; nil for a device that is visible without a circle.
    public var account: String?
    /// How exactly that member shares the place.
    public var precision: PlacePrecision?
    /// The place; nil while the device has no place.
    public var place: DeviceHistoryPoint?

    public init(
        device: String, isOwn: Bool, account: String? = nil, precision: PlacePrecision? = nil,
        place: DeviceHistoryPoint? = nil
    ) {
        (self.device, self.isOwn, self.account) = (device, isOwn, account)
        (self.precision, self.place) = (precision, place)
    }
}

/// The result of a question for a fresh place: the answer of POST places/{device}/question in an envelope.
public struct PlaceQuestion: JSONConvertible, Hashable {
    /// The number of the owner's push devices that are woken. 0 means that the owner cannot be reached.
    public var pushDevices: Int

    public init(pushDevices: Int) { self.pushDevices = pushDevices }
}

/// The devices whose places the user may see: the answer of GET places in an envelope.
public struct VisibleDeviceList: JSONConvertible, Hashable {
    /// The devices: the user's own first, then the devices of other users.
    public var devices: [VisibleDevice]
    /// The number of devices.
    public var totalCount: Int

    public init(devices: [VisibleDevice], totalCount: Int) { (self.devices, self.totalCount) = (devices, totalCount) }
}
