// A person hands a claimed device over to somebody else.

/// Makes a ticket with which another account takes over a device that this account has claimed (`TakeOverDevice`). Until
/// then nothing changes; another ticket takes the place of this one. It counts as long as the session does that asked for it.
///
/// Errors: as with `ResetDeviceKey`.
public struct OfferDevice: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 22)
    public var routingKey: RoutingKey? { RoutingKey(device) }

    /// What the other person shows.
    public struct Reply: Codable, Sendable {
        public var ticket: SecretText
        /// Until when it counts.
        public var expiresAt: UnixTime

        enum CodingKeys: Int, CodingKey { case ticket = 0, expiresAt }

        public init(ticket: SecretText, expiresAt: UnixTime) {
            self.ticket = ticket
            self.expiresAt = expiresAt
        }
    }

    public var account: AccountID
    public var device: DeviceID
    /// The session that asks; nil from versions that did not say: then the ticket does not count.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, device, session }

    public init(account: AccountID, device: DeviceID, session: SessionID? = nil) {
        self.account = account
        self.device = device
        self.session = session
    }
}
