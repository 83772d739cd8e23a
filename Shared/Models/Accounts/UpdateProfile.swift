/// Changes a profile. Fields that are nil stay. A stolen session must not be enough to take over the account, so a new value of
/// a name needs the current password: links go to names. Errors: `notFound`; `invalidRequest`; `duplicate` if a name is taken;
/// `forbidden` if a name would change and there is no password; `wrongCredentials`; `rateLimited` and `overloaded` as for
/// `ChangePassword`.
public struct UpdateProfile: RequestFromEdge, AccountRequest, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 4)

    public var account: AccountID
    public var names: AccountNames
    public var details: ProfileDetails
    public var password: SecretText?
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, names, details, password, session }

    public init(
        account: AccountID, names: AccountNames, details: ProfileDetails, password: SecretText? = nil,
        session: SessionID? = nil
    ) {
        (self.account, self.names, self.details) = (account, names, details)
        (self.password, self.session) = (password, session)
    }
}
