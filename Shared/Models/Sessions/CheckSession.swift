/// Returns whether a session of an account is active, for objects that depend on it (`OfferDevice`).
public struct CheckSession: ServiceRequest {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 137)
    public static let isIdempotent = true
    public static let senders: Set<ServiceName> = [.location]
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Hashable, Sendable {
        public var isLiving: Bool

        enum CodingKeys: Int, CodingKey { case isLiving = 0 }

        public init(isLiving: Bool) { self.isLiving = isLiving }
    }

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) {
        self.account = account
        self.session = session
    }
}
