/// Removes a device's key for the account that claimed the device, or for an operator; it then works as if it had never had a
/// key. Errors: `notFound` if the account has not claimed the device, or the operator's device is unknown; `forbidden` if the
/// key was changed with its old value since the claim.
public struct RemoveDeviceKey: ServiceRequest, OperatorAct, DeviceRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 16)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { account == nil }

    public var device: DeviceID
    /// Nil for an operator.
    public var account: AccountID?

    enum CodingKeys: Int, CodingKey { case device = 0, account }

    public init(device: DeviceID, account: AccountID? = nil) {
        (self.device, self.account) = (device, account)
    }
}
