/// Switches the notices about new readers of a claimed device on or off. Readers who have already visited the device do
/// not count as new. Errors: `notFound` and `forbidden` as for `RemoveDeviceKey`.
public struct SetReaderNotices: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 118)

    public var account: AccountID
    public var device: DeviceID
    public var isOn: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, device, isOn }

    public init(account: AccountID, device: DeviceID, isOn: Bool) {
        (self.account, self.device, self.isOn) = (account, device, isOn)
    }
}

/// Notifies the push devices of a device's owner. Quiet hours hold the notice back. A repetition with the same id has
/// no effect. Succeeds even if the owner has no push device.
public struct TellOfReaders: ServiceRequest, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 148)
    public static var senders: Set<ServiceName> { [.location] }

    /// The account of the owner.
    public var account: AccountID
    public var id: NotificationID
    public var device: DeviceID
    /// The first new reader, as the list of visitors shows it.
    public var reader: Personal<String>
    /// How many other new readers there are.
    public var others: Int
    /// When the first new reader looked.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, device, reader, others, at }

    public init(
        account: AccountID, id: NotificationID, device: DeviceID, reader: Personal<String>, others: Int, at: UnixTime
    ) {
        (self.account, self.id, self.device) = (account, id, device)
        (self.reader, self.others, self.at) = (reader, others, at)
    }
}
