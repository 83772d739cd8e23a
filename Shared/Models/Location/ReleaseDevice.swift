/// Removes a claim. The device keeps its key and its data. Errors: `notFound` if the account has not claimed the device.
public struct ReleaseDevice: RequestFromEdge, DeviceRequest {
    public static let serviceCode = ServiceCode(.location, 17)

    public var account: AccountID
    public var device: DeviceID

    enum CodingKeys: Int, CodingKey { case account = 0, device }

    public init(account: AccountID, device: DeviceID) {
        (self.account, self.device) = (account, device)
    }
}
