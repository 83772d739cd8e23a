/// Identifies a circle. No secret.
public struct CircleID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// What a member lets the others of a circle see of the devices that the member has claimed. Without a precision they see
/// nothing of that kind, also not that a device exists.
public struct CircleConsent: Codable, Hashable, Sendable {
    public var place: PlacePrecision?
    /// Only points from after this consent.
    public var history: PlacePrecision?
    /// The battery level, with the place.
    public var showsBattery: Bool
    /// Until then nothing is seen, and the points of that time never are.
    public var pausedUntil: UnixTime?
    /// Whether the others may ask for a fresh place (`AskForPlace`), if they see the place.
    public var answersQuestions: Bool

    enum CodingKeys: Int, CodingKey { case place = 0, history, showsBattery, pausedUntil, answersQuestions }

    public init(
        place: PlacePrecision? = nil, history: PlacePrecision? = nil, showsBattery: Bool = false,
        pausedUntil: UnixTime? = nil, answersQuestions: Bool = false
    ) {
        (self.place, self.history) = (place, history)
        (self.showsBattery, self.pausedUntil) = (showsBattery, pausedUntil)
        self.answersQuestions = answersQuestions
    }
}

/// A member as the other members see it.
public struct CircleMember: Codable, Hashable, Sendable {
    public var account: AccountID
    /// Chosen for this circle.
    public var name: Personal<String>
    public var joinedAt: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, name, joinedAt }

    public init(account: AccountID, name: Personal<String>, joinedAt: UnixTime) {
        (self.account, self.name, self.joinedAt) = (account, name, joinedAt)
    }
}

/// People who share their places with each other. Stored by location.
public struct Circle: Codable, Hashable, Sendable {
    public var id: CircleID
    public var name: Personal<String>
    public var createdAt: UnixTime
    /// Those who have been in it longest first: the first one has the creator's rights.
    public var members: [CircleMember]
    /// The caller's own.
    public var consent: CircleConsent

    enum CodingKeys: Int, CodingKey { case id = 0, name, createdAt, members, consent }

    public init(
        id: CircleID, name: Personal<String>, createdAt: UnixTime, members: [CircleMember], consent: CircleConsent
    ) {
        (self.id, self.name, self.createdAt) = (id, name, createdAt)
        (self.members, self.consent) = (members, consent)
    }
}

/// Makes a circle with the caller as its creator. Nothing is visible before a consent. Errors: `invalidRequest` with the wrong
/// member; `conflict` if the account is in 16 circles; `accountGone`.
public struct CreateCircle: RequestFromEdge, RequestByAccount {
    public typealias Reply = Circle
    public static let serviceCode = ServiceCode(.location, 100)

    /// Of an account.
    public static let maximumCount = 16
    /// Of a circle.
    public static let maximumMembers = 64
    /// In characters, of a circle's and of a member's name.
    public static let nameLengths = 1...128

    public var account: AccountID
    public var name: Personal<String>
    /// The caller's name in this circle.
    public var memberName: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, name, memberName }

    public init(account: AccountID, name: Personal<String>, memberName: Personal<String>) {
        (self.account, self.name, self.memberName) = (account, name, memberName)
    }
}

/// Lists the circles of an account, the latest one joined first.
public struct ListCircles: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [Circle]
    public static let serviceCode = ServiceCode(.location, 101)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Renames a circle, as its creator, or the caller in it. Errors: `notFound` unless the caller is a member; `forbidden`;
/// `invalidRequest` with the wrong member.
public struct ChangeCircle: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = Circle
    public static let serviceCode = ServiceCode(.location, 102)

    public var account: AccountID
    public var circle: CircleID
    public var name: Personal<String>?
    public var memberName: Personal<String>?

    enum CodingKeys: Int, CodingKey { case account = 0, circle, name, memberName }

    public init(
        account: AccountID, circle: CircleID, name: Personal<String>? = nil, memberName: Personal<String>? = nil
    ) {
        (self.account, self.circle, self.name, self.memberName) = (account, circle, name, memberName)
    }
}

/// Replaces the caller's consent in a circle. It applies at once, also to live views. Errors: `notFound` unless the caller is
/// a member; `invalidRequest` with the wrong member.
public struct SetCircleConsent: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = Circle
    public static let serviceCode = ServiceCode(.location, 103)

    /// The longest pause, in seconds.
    public static let maximumPause: Int64 = 366 * 86_400

    public var account: AccountID
    public var circle: CircleID
    public var consent: CircleConsent

    enum CodingKeys: Int, CodingKey { case account = 0, circle, consent }

    public init(account: AccountID, circle: CircleID, consent: CircleConsent) {
        (self.account, self.circle, self.consent) = (account, circle, consent)
    }
}

/// Takes a member out of a circle: the caller, or as the creator another one. The member's devices disappear from the others'
/// views, and theirs from the member's. The last one ends the circle. A removal ends all invitations, since the removed member
/// may know them. Errors: `notFound` unless both are members; `forbidden`.
public struct LeaveCircle: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 104)

    public var account: AccountID
    public var circle: CircleID
    /// Nil for the caller.
    public var member: AccountID?

    enum CodingKeys: Int, CodingKey { case account = 0, circle, member }

    public init(account: AccountID, circle: CircleID, member: AccountID? = nil) {
        (self.account, self.circle, self.member) = (account, circle, member)
    }
}

/// A look of a circle's member at a device of another one, or a question for its place.
public struct CircleVisit: Codable, Hashable, Sendable {
    public var device: DeviceID
    public var visitor: AccountID
    /// As it was at the last visit.
    public var name: Personal<String>
    /// Of the last one.
    public var time: UnixTime
    /// The last question for the place; nil for none.
    public var askedAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case device = 0, visitor, name, time, askedAt }

    public init(
        device: DeviceID, visitor: AccountID, name: Personal<String>, time: UnixTime, askedAt: UnixTime? = nil
    ) {
        (self.device, self.visitor, self.name) = (device, visitor, name)
        (self.time, self.askedAt) = (time, askedAt)
    }
}

/// Lists which members of circles looked at the caller's devices in the last 30 days, the latest first.
public struct ListCircleVisits: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [CircleVisit]
    public static let serviceCode = ServiceCode(.location, 105)
    public static let maximumCount = 1000

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
