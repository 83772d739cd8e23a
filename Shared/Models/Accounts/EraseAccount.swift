// An account is erased.

/// Erases what identity holds about an account; the accounts feed tells the others. Its names are free again.
///
/// Erasing an account that is not there is done already.
public struct EraseAccount: ServiceRequest {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 9)
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}
