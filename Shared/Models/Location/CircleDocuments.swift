// Circles of apps that store circles as documents, with an invitation code that the app creates.

/// A circle with a document of its app.
public struct CircleDocument: Codable, Sendable {
    public var circle: CircleID
    public var createdAt: UnixTime
    public var updatedAt: UnixTime
    public var name: Personal<String>
    /// The other members of the app's document: a JSON object (RFC 8259). Empty for a caller who knows only the code.
    public var json: Personal<String>
    /// The members in the order in which they joined; empty for a caller who knows only the code.
    public var members: [AccountID]
    /// The invitation code; nil once the invitation has ended.
    public var code: SecretText?

    enum CodingKeys: Int, CodingKey { case circle = 0, createdAt, updatedAt, name, json, members, code }

    public init(
        circle: CircleID, createdAt: UnixTime, updatedAt: UnixTime, name: Personal<String>, json: Personal<String>,
        members: [AccountID], code: SecretText?
    ) {
        (self.circle, self.createdAt, self.updatedAt, self.name) = (circle, createdAt, updatedAt, name)
        (self.json, self.members, self.code) = (json, members, code)
    }
}

/// Creates a circle with a document. Errors: as for `CreateCircle`; also `conflict` if the code is taken, and
/// `payloadTooLarge` above 16 KiB.
public struct CreateCircleDocument: RequestFromEdge, RequestByAccount {
    public typealias Reply = CircleDocument
    public static let serviceCode = ServiceCode(.location, 110)

    /// How long a code is valid, in seconds.
    public static let codeIsValidFor: Int64 = 365 * 86_400
    public static let maximumBytes = 16 << 10

    public var account: AccountID
    public var name: Personal<String>
    public var memberName: Personal<String>
    /// The code, 8 to 64 letters and digits; hyphens and blanks are ignored.
    public var code: SecretText
    public var json: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, name, memberName, code, json }

    public init(
        account: AccountID, name: Personal<String>, memberName: Personal<String>, code: SecretText,
        json: Personal<String>
    ) {
        (self.account, self.name, self.memberName) = (account, name, memberName)
        (self.code, self.json) = (code, json)
    }
}

/// Finds the caller's circles with a document, by id or all, or the circle with a code. An account that shows a code
/// may join for an hour (`ChangeCircleDocument`). An empty result is no error. Errors: `rateLimited` after too many
/// wrong codes of an account or address.
public struct FindCircleDocuments: RequestFromEdge, RequestByAccount {
    public typealias Reply = [CircleDocument]
    public static let serviceCode = ServiceCode(.location, 111)

    /// How long an account may join after it has shown the code, in seconds.
    public static let mayJoinFor: Int64 = 3600

    public var account: AccountID
    public var circle: CircleID?
    public var code: SecretText?

    enum CodingKeys: Int, CodingKey { case account = 0, circle, code }

    public init(account: AccountID, circle: CircleID? = nil, code: SecretText? = nil) {
        (self.account, self.circle, self.code) = (account, circle, code)
    }
}

/// Changes the document of a member's circle, or joins a circle whose code the caller has shown. Errors: `notFound` for
/// any other circle; `forbidden` if a member other than the creator changes the name; `conflict` and `accountGone` as
/// for `JoinCircle`; `payloadTooLarge` above 16 KiB.
public struct ChangeCircleDocument: RequestFromEdge, RequestByAccount {
    public typealias Reply = CircleDocument
    public static let serviceCode = ServiceCode(.location, 112)

    public var account: AccountID
    public var circle: CircleID
    /// Members that replace those of the same name in the document: a JSON object. Nil to leave it unchanged.
    public var json: Personal<String>?
    /// The new name; nil to leave it unchanged.
    public var name: Personal<String>?
    /// The name of a caller who joins; nil for a caller who is already a member.
    public var joinsAs: Personal<String>?

    enum CodingKeys: Int, CodingKey { case account = 0, circle, json, name, joinsAs }

    public init(
        account: AccountID, circle: CircleID, json: Personal<String>? = nil, name: Personal<String>? = nil,
        joinsAs: Personal<String>? = nil
    ) {
        (self.account, self.circle, self.json) = (account, circle, json)
        (self.name, self.joinsAs) = (name, joinsAs)
    }
}
