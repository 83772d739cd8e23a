/// Finds or creates the account of an Apple user whom auth-session has verified. Simultaneous requests get the same account.
/// Another person may have created it before, so the user's first verified sign-in removes the password and ends all earlier
/// sessions (`AccountChange.sessionsEndBefore`). Errors: `wrongCredentials` for a disabled account; `erasurePending` if an
/// erasure is planned and not cancelled; `invalidRequest` for an id that is not derived from an Apple user.
public struct RecogniseAppleUser: RequestFromAuthSession, AccountRequest, IdempotentRequest {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 11)

    /// Derived from the Apple user id (`AppleAccount`), which identity never learns.
    public var account: AccountID
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, cancelsErasure }

    public init(account: AccountID, cancelsErasure: Bool? = nil) {
        (self.account, self.cancelsErasure) = (account, cancelsErasure)
    }
}
