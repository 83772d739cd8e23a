// An operator looks for an account.

/// Finds an account by a name that its person signs in with, or by its id.
///
/// People choose their names, and some choose their ids, so a text may be the id of one account and a name of another.
///
/// Errors: `notFound`; `conflict` when the text leads to two accounts and `by` does not say which of them is meant.
public struct FindAccount: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 10)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(name: login) }

    public var login: Personal<String>

    /// What `login` is; nil for an id or a name.
    public var by: AccountLookup?

    enum CodingKeys: Int, CodingKey { case login = 0, by }

    public init(login: Personal<String>, by: AccountLookup? = nil) {
        self.login = login
        self.by = by
    }
}

/// By what an account is looked for. The raw value is what operators write.
public enum AccountLookup: String, Codable, Sendable, CaseIterable {
    case id
    case name
}
