/// Replaces the tags of a push device. Errors: `invalidRequest` for a tag that the operator has not defined, or too many;
/// `notFound` if the account has no such token.
public struct SetDeviceTags: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 106)

    public static let maximumTags = 20

    public var account: AccountID
    public var token: PushTokenID
    public var tags: [String]

    enum CodingKeys: Int, CodingKey { case account = 0, token, tags }

    public init(account: AccountID, token: PushTokenID, tags: [String]) {
        (self.account, self.token, self.tags) = (account, token, tags)
    }
}
