// A person takes over a device that somebody hands over to them.

/// Gives a device with its places to the account that shows a ticket of `OfferDevice`, and a key that only this account is
/// told. Nothing is left by which who had it before could see or change anything of it, and nothing by which who has it now
/// learns whom they knew: its visitors, its allowed list, its slogan and its place in the lists of others are gone. Nobody
/// sees it until a new list says so.
///
/// Errors: `invalidToken` for a ticket that does not count: unknown, used, over, or of a claim or a session that does not count
/// any more;
/// `conflict` when the account has the device itself, or has claimed 256 devices; `accountGone` when it has been erased;
/// `unavailable` when auth-session cannot be asked whether the session counts.
public struct TakeOverDevice: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 23)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        public var device: ClaimedDevice
        /// The key that counts from now on.
        public var key: DeviceKey

        enum CodingKeys: Int, CodingKey { case device = 0, key }

        public init(device: ClaimedDevice, key: DeviceKey) {
            self.device = device
            self.key = key
        }
    }

    public var account: AccountID
    public var ticket: SecretText

    enum CodingKeys: Int, CodingKey { case account = 0, ticket }

    public init(account: AccountID, ticket: SecretText) {
        self.account = account
        self.ticket = ticket
    }
}
