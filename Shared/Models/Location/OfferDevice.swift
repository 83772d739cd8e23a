/// Creates a ticket for another account to take over a claimed device (`TakeOverDevice`), which stays unchanged until then. A
/// new ticket replaces it, and it is valid only while the calling session is. Errors: as for `ResetDeviceKey`.
public struct OfferDevice: RequestFromEdge, DeviceRequest {
    public static let serviceCode = ServiceCode(.location, 22)

    public struct Reply: Codable, Sendable {
        public var ticket: SecretText
        public var expiresAt: UnixTime

        enum CodingKeys: Int, CodingKey { case ticket = 0, expiresAt }

        public init(ticket: SecretText, expiresAt: UnixTime) {
            (self.ticket, self.expiresAt) = (ticket, expiresAt)
        }
    }

    public var account: AccountID
    public var device: DeviceID
    /// Nil from versions that did not send it: the ticket is invalid then.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, device, session }

    public init(account: AccountID, device: DeviceID, session: SessionID? = nil) {
        (self.account, self.device, self.session) = (account, device, session)
    }
}
