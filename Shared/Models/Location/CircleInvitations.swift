/// Identifies an invitation for the circle's members. No one can join with it.
public struct CircleInvitationID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// An invitation. People who have its code may join the circle. The location service stores a keyed hash of the code.
public struct CircleInvitation: Codable, Hashable, Sendable {
    public var id: CircleInvitationID
    public var createdAt: UnixTime
    public var endsAt: UnixTime
    public var maximumUses: Int
    public var uses: Int

    enum CodingKeys: Int, CodingKey { case id = 0, createdAt, endsAt, maximumUses, uses }

    public init(id: CircleInvitationID, createdAt: UnixTime, endsAt: UnixTime, maximumUses: Int, uses: Int) {
        (self.id, self.createdAt, self.endsAt) = (id, createdAt, endsAt)
        (self.maximumUses, self.uses) = (maximumUses, uses)
    }
}

/// Creates an invitation. Only this reply contains its code. Errors: `notFound` unless the caller is a member;
/// `conflict` if the circle has 8 open invitations; `invalidRequest` with the wrong member.
public struct CreateCircleInvitation: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 106)

    /// The largest number of open invitations of a circle.
    public static let maximumCount = 8
    public static let useCounts = 1...CreateCircle.maximumMembers
    /// The longest validity of an invitation, in seconds.
    public static let longest: Int64 = 30 * 86_400
    /// The default validity of an invitation, in seconds.
    public static let standard: Int64 = 86_400

    public struct Reply: Codable, Sendable {
        public var invitation: CircleInvitation
        /// The code, such as `ABCDE-FGHJK`: 50 random bits.
        public var code: SecretText

        enum CodingKeys: Int, CodingKey { case invitation = 0, code }

        public init(invitation: CircleInvitation, code: SecretText) {
            (self.invitation, self.code) = (invitation, code)
        }
    }

    public var account: AccountID
    public var circle: CircleID
    /// When the invitation expires; nil for a day from now.
    public var endsAt: UnixTime?
    /// How many people may join with the invitation; nil for one person.
    public var maximumUses: Int?

    enum CodingKeys: Int, CodingKey { case account = 0, circle, endsAt, maximumUses }

    public init(account: AccountID, circle: CircleID, endsAt: UnixTime? = nil, maximumUses: Int? = nil) {
        (self.account, self.circle) = (account, circle)
        (self.endsAt, self.maximumUses) = (endsAt, maximumUses)
    }
}

/// Lists the open invitations of a circle, the latest first. Errors: `notFound` unless the caller is a member.
public struct ListCircleInvitations: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [CircleInvitation]
    public static let serviceCode = ServiceCode(.location, 107)

    public var account: AccountID
    public var circle: CircleID

    enum CodingKeys: Int, CodingKey { case account = 0, circle }

    public init(account: AccountID, circle: CircleID) { (self.account, self.circle) = (account, circle) }
}

/// Ends an invitation. Errors: `notFound` if the caller is no member of the circle, or the invitation is not open.
public struct EndCircleInvitation: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 108)

    public var account: AccountID
    public var circle: CircleID
    public var invitation: CircleInvitationID

    enum CodingKeys: Int, CodingKey { case account = 0, circle, invitation }

    public init(account: AccountID, circle: CircleID, invitation: CircleInvitationID) {
        (self.account, self.circle, self.invitation) = (account, circle, invitation)
    }
}

/// Joins the circle of an invitation. A caller who is already a member only gets the circle. Errors: `codeMismatch` if
/// no open invitation has the code; `rateLimited` after too many wrong codes of an account or address; `conflict` if
/// the circle is full, or the account is in 16 circles; `invalidRequest` for the name; `accountGone`.
public struct JoinCircle: RequestFromEdge, RequestByAccount {
    public typealias Reply = Circle
    public static let serviceCode = ServiceCode(.location, 109)

    public var account: AccountID
    /// The code as a user types it: case, blanks and hyphens do not matter.
    public var code: SecretText
    /// The caller's name in this circle.
    public var memberName: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, code, memberName }

    public init(account: AccountID, code: SecretText, memberName: Personal<String>) {
        (self.account, self.code, self.memberName) = (account, code, memberName)
    }
}
