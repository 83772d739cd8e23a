/// Mutes a push token, or unmutes it. Errors: `notFound` if the account has no such token.
public struct MutePushToken: RequestFromEdge, AccountRequest, IdempotentRequest {
    public typealias Reply = PushToken
    public static let serviceCode = ServiceCode(.push, 4)

    public var account: AccountID
    public var token: PushTokenID
    public var isMuted: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, token, isMuted }

    public init(account: AccountID, token: PushTokenID, isMuted: Bool) {
        (self.account, self.token, self.isMuted) = (account, token, isMuted)
    }
}
