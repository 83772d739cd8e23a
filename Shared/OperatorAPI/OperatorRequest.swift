// What every body is that an operator sends: its members, and what is said of a wrong one.

public import BaliseJSON

/// A body that an operator sends. What is not known in it is refused: it was meant to say something, and these calls do
/// what cannot be taken back.
public protocol OperatorRequest: JSONConvertible {
    /// Each member's name, and what its value has to be.
    static var members: [(name: String, rule: String)] { get }

    /// What is said of a value that cannot be read.
    ///
    /// - Parameter path: The way to it, as in a `JSONShapeError`.
    static func refusal(at path: String) -> String
}

extension OperatorRequest {
    public static func refusal(at path: String) -> String { refusal(of: path) }

    /// What is said of a wrong value of a member.
    public static func refusal(of member: String) -> String {
        "\(member) has to be \(members.first { $0.name == member }?.rule ?? "something else")"
    }
}
