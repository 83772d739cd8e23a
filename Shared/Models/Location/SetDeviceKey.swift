// A device gets a key, or another one.

/// Gives a device its first key, or another in place of the one it has.
///
/// Errors: `forbidden` when the device has a key and the current one is missing or wrong; of two first keys at the
/// same instant one wins and the other is refused. `rateLimited` after too many wrong keys.
public struct SetDeviceKey: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 7)
    public var routingKey: RoutingKey? { RoutingKey(device) }

    public var device: DeviceID
    public var currentKey: DeviceKey?
    public var newKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, currentKey, newKey }

    public init(device: DeviceID, currentKey: DeviceKey? = nil, newKey: DeviceKey) {
        self.device = device
        self.currentKey = currentKey
        self.newKey = newKey
    }
}
