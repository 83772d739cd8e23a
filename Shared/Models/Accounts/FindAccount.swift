/// Finds an account by a sign-in name or by its id: users choose names, and some choose ids, so a text may be the id of one
/// account and a name of another. Errors: `notFound`; `conflict` if the text matches two accounts and `by` is nil.
public struct FindAccount: RequestFromEdge, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 10)
    public var routingKey: RoutingKey? { RoutingKey(name: login) }

    public var login: Personal<String>

    /// The kind of `login`; nil for an id or a name.
    public var by: AccountLookup?

    enum CodingKeys: Int, CodingKey { case login = 0, by }

    public init(login: Personal<String>, by: AccountLookup? = nil) {
        (self.login, self.by) = (login, by)
    }
}

/// The raw value is for operators.
public enum AccountLookup: String, Codable, Sendable, CaseIterable {
    case id
    case name
}
