// Apple vouches for a person.

/// Finds the account of an Apple user whom auth-session has verified, or makes it. However many requests come at once,
/// there is one account.
///
/// An account may have been made before its first verified sign-in, and not by its person. That sign-in therefore ends
/// everything from before: it removes the password and ends the sessions (`AccountChange.sessionsEndBefore`).
///
/// Errors: `wrongCredentials` for a disabled account, `erasurePending` for one that is to be erased unless that is taken
/// back, `invalidRequest` for an id that is not derived from an Apple user.
public struct RecogniseAppleUser: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 11)
    /// Auth-session vouches for the people of Apple.
    public static let senders: Set<ServiceName> = [.authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// Derived from the Apple user id (`AppleAccount`), which identity is never told.
    public var account: AccountID
    /// Whether an erasure that the person asked for is taken back; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, cancelsErasure }

    public init(account: AccountID, cancelsErasure: Bool? = nil) {
        self.account = account
        self.cancelsErasure = cancelsErasure
    }
}
