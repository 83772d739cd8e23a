public import BaliseJSON

/// A body from an operator. An unknown member is refused: the operator expects an effect, and some of these calls
/// cannot be undone.
public protocol OperatorRequest: JSONConvertible {
    /// Each member's name, and the rule for its value.
    static var members: [(name: String, rule: String)] { get }

    /// The error for an invalid value.
    ///
    /// - Parameter path: The place, as in a `JSONShapeError`.
    static func refusal(at path: String) -> String
}

extension OperatorRequest {
    public static func refusal(at path: String) -> String { refusal(of: path) }

    /// The error for an invalid value of a member.
    public static func refusal(of member: String) -> String {
        "\(member) has to be \(members.first { $0.name == member }?.rule ?? "something else")"
    }
}
