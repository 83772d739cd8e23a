// An operator looks for an account.

/// Finds an account by a name that its person signs in with, or by its id.
///
/// Errors: `notFound`.
public struct FindAccount: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 10)
    public static let isIdempotent = true

    public var login: Personal<String>

    enum CodingKeys: Int, CodingKey { case login = 0 }

    public init(login: Personal<String>) {
        self.login = login
    }
}
