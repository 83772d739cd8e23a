public import BaliseJSON

/// A member of a request that is wrong, and the rule for it.
public struct WrongMember: JSONConvertible, Hashable {
    /// The path in the body, such as `content.texts[0].title`, or the name of a parameter.
    public var field: String
    /// What is wrong and how to correct it, for developers. The text contains no secrets.
    public var message: String

    enum CodingKeys: Int, CodingKey { case field = 0, message }

    public init(_ field: String, _ message: String) { (self.field, self.message) = (field, message) }
}
