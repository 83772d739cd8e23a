/// Gives a device with its places to the account with a ticket of `OfferDevice`, with a new key that only this account gets.
/// Visitors, allowed list, slogan and the device's entries in other lists are deleted: the former owner sees nothing more, and
/// the new one learns no contacts. The device is invisible until it gets a new list. Errors: `invalidToken` for a ticket that
/// is unknown, used or expired, or whose claim or session has ended; `conflict` if the account already has the device, or has
/// claimed 256; `accountGone`; `unavailable` if auth-session cannot be asked about the session.
public struct TakeOverDevice: RequestFromEdge, AccountRequest {
    public static let serviceCode = ServiceCode(.location, 23)

    public struct Reply: Codable, Sendable {
        public var device: ClaimedDevice
        public var key: DeviceKey

        enum CodingKeys: Int, CodingKey { case device = 0, key }

        public init(device: ClaimedDevice, key: DeviceKey) {
            (self.device, self.key) = (device, key)
        }
    }

    public var account: AccountID
    public var ticket: SecretText

    enum CodingKeys: Int, CodingKey { case account = 0, ticket }

    public init(account: AccountID, ticket: SecretText) {
        (self.account, self.ticket) = (account, ticket)
    }
}
