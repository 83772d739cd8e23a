/// A device on an allowed list, and its rights.
public struct AllowedDevice: Codable, Hashable, Sendable {
    public var device: DeviceID
    public var readsCurrentLocation: Bool
    public var readsHistory: Bool

    enum CodingKeys: Int, CodingKey { case device = 0, readsCurrentLocation, readsHistory }

    public init(device: DeviceID, readsCurrentLocation: Bool, readsHistory: Bool) {
        (self.device, self.readsCurrentLocation) = (device, readsCurrentLocation)
        self.readsHistory = readsHistory
    }
}

/// Replaces an allowed list. With an empty list, every caller may read the device. Errors: `invalidRequest` for more
/// than 256 entries, `forbidden` for a wrong device key, `rateLimited` after too many wrong keys.
public struct SetAllowedDeviceList: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 8)

    public var device: DeviceID
    /// The device's key. If the device has no key, any value is accepted.
    public var key: DeviceKey
    /// The new list. If it has several entries for one device, the last entry is valid.
    public var allowed: [AllowedDevice]

    enum CodingKeys: Int, CodingKey { case device = 0, key, allowed }

    public init(device: DeviceID, key: DeviceKey, allowed: [AllowedDevice]) {
        (self.device, self.key, self.allowed) = (device, key, allowed)
    }
}

/// Reads a device's allowed list. Errors: `forbidden` for a wrong device key, `rateLimited` after too many wrong keys.
public struct GetAllowedDeviceList: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 9)

    public var device: DeviceID
    /// The device's key. If the device has no key, any value is accepted.
    public var key: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, key }

    public init(device: DeviceID, key: DeviceKey) { (self.device, self.key) = (device, key) }

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the list limits the readers; false when it is empty or was never set.
        public var isEnabled: Bool
        public var allowed: [AllowedDevice]

        enum CodingKeys: Int, CodingKey { case isEnabled = 0, allowed }

        public init(isEnabled: Bool, allowed: [AllowedDevice]) { (self.isEnabled, self.allowed) = (isEnabled, allowed) }
    }
}

/// Reads whether a device has a key and an allowed list. Records a visit if the device has a current place. Errors:
/// `forbidden` unless the reader has a key and sends it.
public struct GetDeviceSecurityStatus: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 12)
    public var routingKey: RoutingKey? { RoutingKey(reader) }

    public var device: DeviceID
    public var reader: DeviceID
    public var readerKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, reader, readerKey }

    public init(device: DeviceID, reader: DeviceID, readerKey: DeviceKey) {
        (self.device, self.reader, self.readerKey) = (device, reader, readerKey)
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var hasDeviceKey: Bool
        public var isAllowedListEnabled: Bool

        enum CodingKeys: Int, CodingKey { case hasDeviceKey = 0, isAllowedListEnabled }

        public init(hasDeviceKey: Bool, isAllowedListEnabled: Bool) {
            (self.hasDeviceKey, self.isAllowedListEnabled) = (hasDeviceKey, isAllowedListEnabled)
        }
    }
}

/// Sets a device's slogan. Errors: `invalidRequest` for more than 40 Unicode code points or a control character,
/// `forbidden` unless the device has a key and sends it, `rateLimited` after too many wrong keys.
public struct SetDeviceSlogan: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 10)

    public var device: DeviceID
    public var key: DeviceKey
    public var slogan: String

    enum CodingKeys: Int, CodingKey { case device = 0, key, slogan }

    public init(device: DeviceID, key: DeviceKey, slogan: String) {
        (self.device, self.key, self.slogan) = (device, key, slogan)
    }
}

/// Reads a slogan. Records a visit if the device has one. Errors: `forbidden` unless the reader has a key and sends it.
public struct GetDeviceSlogan: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 11)
    public var routingKey: RoutingKey? { RoutingKey(reader) }

    public var device: DeviceID
    public var reader: DeviceID
    public var readerKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, reader, readerKey }

    public init(device: DeviceID, reader: DeviceID, readerKey: DeviceKey) {
        (self.device, self.reader, self.readerKey) = (device, reader, readerKey)
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var slogan: String?

        enum CodingKeys: Int, CodingKey { case slogan = 0 }

        public init(slogan: String?) { self.slogan = slogan }
    }
}
