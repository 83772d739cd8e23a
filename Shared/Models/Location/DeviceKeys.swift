/// Sets a device's first key, or replaces its key. Errors: `forbidden` if the device has a key and the current key is
/// missing or wrong, also for one of two simultaneous first keys; `rateLimited` after too many wrong keys.
public struct SetDeviceKey: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 7)

    public var device: DeviceID
    public var currentKey: DeviceKey?
    public var newKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, currentKey, newKey }

    public init(device: DeviceID, currentKey: DeviceKey? = nil, newKey: DeviceKey) {
        (self.device, self.currentKey, self.newKey) = (device, currentKey, newKey)
    }
}

/// Sets a new key without the current key, for the account that claimed the device or for an operator. Errors:
/// `notFound` and `forbidden` as for `RemoveDeviceKey`; `conflict` if an operator's device has no key.
public struct ResetDeviceKey: ServiceRequest, OperatorAct, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 15)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { account == nil }

    public struct Reply: Codable, Sendable {
        public var key: DeviceKey

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: DeviceKey) { self.key = key }
    }

    public var device: DeviceID
    /// The account that claimed the device; nil for an operator.
    public var account: AccountID?
    /// The new key; nil to let the service generate a key.
    public var newKey: DeviceKey?

    enum CodingKeys: Int, CodingKey { case device = 0, account, newKey }

    public init(device: DeviceID, account: AccountID? = nil, newKey: DeviceKey? = nil) {
        (self.device, self.account, self.newKey) = (device, account, newKey)
    }
}

/// Removes a device's key for the account that claimed the device, or for an operator. The device then works as if it
/// had never had a key. Errors: `notFound` if the account has not claimed the device, or the operator's device is
/// unknown; `forbidden` if the key was changed with its old value since the claim.
public struct RemoveDeviceKey: ServiceRequest, OperatorAct, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 16)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { account == nil }

    public var device: DeviceID
    /// The account that claimed the device; nil for an operator.
    public var account: AccountID?

    enum CodingKeys: Int, CodingKey { case device = 0, account }

    public init(device: DeviceID, account: AccountID? = nil) { (self.device, self.account) = (device, account) }
}
