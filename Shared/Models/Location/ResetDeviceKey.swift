/// Sets a new key without the current key, for the account that claimed the device or for an operator. Errors: `notFound` and
/// `forbidden` as for `RemoveDeviceKey`; `conflict` if an operator's device has no key.
public struct ResetDeviceKey: ServiceRequest, OperatorAct, DeviceRequest {
    public static let serviceCode = ServiceCode(.location, 15)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { account == nil }

    public struct Reply: Codable, Sendable {
        public var key: DeviceKey

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: DeviceKey) { self.key = key }
    }

    public var device: DeviceID
    /// Nil for an operator.
    public var account: AccountID?
    /// Nil for a generated key.
    public var newKey: DeviceKey?

    enum CodingKeys: Int, CodingKey { case device = 0, account, newKey }

    public init(device: DeviceID, account: AccountID? = nil, newKey: DeviceKey? = nil) {
        (self.device, self.account, self.newKey) = (device, account, newKey)
    }
}
