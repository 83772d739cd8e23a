// A person changes what their account says.

/// Changes what an account says about its person; what the changes leave out stays.
///
/// Errors: `notFound`, `invalidRequest` for a field out of its rules, `duplicate` when a name belongs to another account.
public struct UpdateProfile: ServiceRequest {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 4)
    public static let isIdempotent = true

    public var account: AccountID
    /// Those to be set; nil leaves one as it is.
    public var names: AccountNames
    public var details: ProfileDetails

    enum CodingKeys: Int, CodingKey { case account = 0, names, details }

    public init(account: AccountID, names: AccountNames, details: ProfileDetails) {
        self.account = account
        self.names = names
        self.details = details
    }
}
