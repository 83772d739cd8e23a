/// Identifies a circle. It is no secret.
public struct CircleID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// What a member lets the other members of a circle see of the devices that the member has claimed. Where a precision
/// is nil, they see nothing of that kind, not even that a device exists.
public struct CircleConsent: Codable, Hashable, Sendable {
    public var place: PlacePrecision?
    /// How exactly the others see the history; nil to hide it. They see only points from after this consent.
    public var history: PlacePrecision?
    /// Whether the others see the battery level with the place.
    public var showsBattery: Bool
    /// The end of a pause, in which others see nothing. They never see points from that time. Nil without a pause.
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
    /// The member's name in this circle.
    public var name: Personal<String>
    public var joinedAt: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, name, joinedAt }

    public init(account: AccountID, name: Personal<String>, joinedAt: UnixTime) {
        (self.account, self.name, self.joinedAt) = (account, name, joinedAt)
    }
}

/// People who share their places with each other. Stored by the location service.
public struct Circle: Codable, Hashable, Sendable {
    public var id: CircleID
    public var name: Personal<String>
    public var createdAt: UnixTime
    /// The members in the order in which they joined. The first has the creator's rights.
    public var members: [CircleMember]
    /// The caller's own consent.
    public var consent: CircleConsent

    enum CodingKeys: Int, CodingKey { case id = 0, name, createdAt, members, consent }

    public init(
        id: CircleID, name: Personal<String>, createdAt: UnixTime, members: [CircleMember], consent: CircleConsent
    ) {
        (self.id, self.name, self.createdAt) = (id, name, createdAt)
        (self.members, self.consent) = (members, consent)
    }
}

/// Creates a circle with the caller as its creator. Members see nothing of each other's devices before a consent.
/// Errors: `invalidRequest` with the wrong member; `conflict` if the account is in 16 circles; `accountGone`.
public struct CreateCircle: RequestFromEdge, RequestByAccount {
    public typealias Reply = Circle
    public static let serviceCode = ServiceCode(.location, 100)

    /// The largest number of circles of an account.
    public static let maximumCount = 16
    /// The largest number of members of a circle.
    public static let maximumMembers = 64
    /// The allowed number of characters of a circle's name and of a member's name.
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

/// Lists the circles of an account. The circle that it joined last is first.
public struct ListCircles: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [Circle]
    public static let serviceCode = ServiceCode(.location, 101)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Changes the name of a circle, which only its creator may, or the caller's own name in it. Errors: `notFound` unless
/// the caller is a member; `forbidden`; `invalidRequest` with the wrong member.
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

/// Replaces the caller's consent in a circle. It applies at once, also to open live views. Errors: `notFound` unless
/// the caller is a member; `invalidRequest` with the wrong member.
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

/// Removes a member from a circle: the caller, or another member if the caller is the creator. The member and the
/// others no longer see each other's devices. The circle ends with its last member. A removal ends all invitations,
/// because the removed member may know them. Errors: `notFound` unless both are members; `forbidden`.
public struct LeaveCircle: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 104)

    public var account: AccountID
    public var circle: CircleID
    /// The member to remove; nil for the caller.
    public var member: AccountID?

    enum CodingKeys: Int, CodingKey { case account = 0, circle, member }

    public init(account: AccountID, circle: CircleID, member: AccountID? = nil) {
        (self.account, self.circle, self.member) = (account, circle, member)
    }
}

/// A visit: a member of a circle looked at another member's device, or asked for its place.
public struct CircleVisit: Codable, Hashable, Sendable {
    public var device: DeviceID
    public var visitor: AccountID
    /// The visitor's name at the last visit.
    public var name: Personal<String>
    /// The time of the last look.
    public var time: UnixTime
    /// When the visitor last asked for the place; nil if the visitor never asked.
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
