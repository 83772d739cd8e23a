/// Asks where the device of a circle's member is. The owner sees the question among the visits. Errors: `notFound`
/// unless the owner answers questions of a circle that both are in; `rateLimited` for five minutes after any member's
/// last question to the owner.
public struct AskForPlace: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 113)

    public struct Reply: Codable, Sendable {
        /// The account whose apps must be woken (`WakeForPlace`).
        public var owner: AccountID
        /// The device, for the owner only. Nil from a service of an older version, where members name it by this id.
        public var device: DeviceID?

        enum CodingKeys: Int, CodingKey { case owner = 0, device }

        public init(owner: AccountID, device: DeviceID? = nil) { (self.owner, self.device) = (owner, device) }
    }

    public var account: AccountID
    /// The device as the account knows it (`GetPlaces.Place.handle`).
    public var device: DeviceID

    enum CodingKeys: Int, CodingKey { case account = 0, device }

    public init(account: AccountID, device: DeviceID) { (self.account, self.device) = (account, device) }
}

/// Wakes the apps of an account, so that the right app reports a place. Each push device gets a push of the type
/// `location` if it has such a token, and otherwise a background push. Returns the number of queued pushes: 0 means
/// that the account cannot be reached. Muted devices are left out.
public struct WakeForPlace: RequestFromEdge, RequestByAccount {
    public typealias Reply = DoneCount
    public static let serviceCode = ServiceCode(.push, 146)

    public var account: AccountID
    /// The device whose place is wanted.
    public var device: DeviceID

    enum CodingKeys: Int, CodingKey { case account = 0, device }

    public init(account: AccountID, device: DeviceID) { (self.account, self.device) = (account, device) }
}
