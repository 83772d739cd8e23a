/// Reads the places of an account's claimed devices while the claim is valid, and of devices whose allowed list names one of
/// these. Visits are recorded before the answer, in the name of the claimed device on the list. The account's own devices
/// record none.
public struct GetPlaces: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 61)

    /// The most devices in one answer: first the latest claimed ones, then those that let the account see them.
    public static let maximumDevices = 256

    public var account: AccountID
    /// No further visit is recorded for these.
    public var visited: [DeviceID]

    enum CodingKeys: Int, CodingKey { case account = 0, visited }

    public init(account: AccountID, visited: [DeviceID] = []) {
        (self.account, self.visited) = (account, visited)
    }

    public struct Place: Codable, Hashable, Sendable {
        public var device: DeviceID
        public var isOwn: Bool
        /// Nil while the device has no place.
        public var found: GetLocation.LocationResult?

        enum CodingKeys: Int, CodingKey { case device = 0, isOwn, found }

        public init(device: DeviceID, isOwn: Bool, found: GetLocation.LocationResult?) {
            (self.device, self.isOwn, self.found) = (device, isOwn, found)
        }
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var places: [Place]

        enum CodingKeys: Int, CodingKey { case places = 0 }

        public init(places: [Place]) { self.places = places }
    }
}
