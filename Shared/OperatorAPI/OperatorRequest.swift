public import BaliseAPI
public import BaliseJSON

/// The body of an operator's call. Unknown members are refused, because some of these calls cannot be undone.
public protocol OperatorRequest: JSONConvertible {
    /// The name of each member, with the rule for its value.
    static var members: KeyValuePairs<String, String> { get }

    /// Returns the error for a wrong place in the body.
    /// - Parameter path: The place, as in a `JSONShapeError`.
    static func refusal(at path: String) -> String
}

extension OperatorRequest {
    public static func refusal(at path: String) -> String { refusal(of: path) }

    public static func refusal(of member: String) -> String {
        "\(member) has to be \(members.first { $0.key == member }?.value ?? "something else")"
    }

    /// Creates the error for a member whose value breaks its rule.
    static func wrong(_ member: any CodingKey) -> JSONShapeError {
        JSONShapeError(.refused(refusal(of: member.stringValue)), at: member)
    }
}

/// The problem details of RFC 9457, which requires none of these members.
public struct ProblemDetails: JSONConvertible, Hashable {
    /// The kind of problem. `about:blank` means that the status alone names it.
    public var type: String?
    public var title: String?
    public var status: Int?
    public var detail: String?
    /// The wrong member or parameter, the first of several; nil if the problem concerns none.
    public var field: String?
    /// All wrong members and parameters; nil if there are none.
    public var wrongMembers: [WrongMember]?
    /// The id of the request in the server's log, the same as in the header `X-Request-Id`.
    public var requestId: String?

    public init(
        type: String? = "about:blank", title: String?, status: Int?, detail: String? = nil,
        wrongMembers: [WrongMember] = [], requestId: String? = nil
    ) {
        (self.type, self.title, self.status, self.detail) = (type, title, status, detail)
        self.wrongMembers = wrongMembers.isEmpty ? nil : wrongMembers
        (field, self.requestId) = (wrongMembers.first?.field, requestId)
    }

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, field
        case wrongMembers = "errors"
        case requestId
    }
}
