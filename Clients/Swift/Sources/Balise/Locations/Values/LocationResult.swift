public import BaliseJSON

/// The current place of a device, as a reader sees it.
public struct LocationResult: Hashable, Sendable {
    /// The device whose place was read.
    public var device: LocationDeviceID
    /// The place of the device.
    public var location: DeviceLocation
    /// The device's slogan; nil if the device has no slogan.
    public var slogan: String?

    public init(device: LocationDeviceID, location: DeviceLocation, slogan: String? = nil) {
        (self.device, self.location, self.slogan) = (device, location, slogan)
    }
}

extension LocationResult: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        // Some servers use the longer name for the slogan.
        var slogan: String? = try json.optional("Slogan")
        if slogan == nil { slogan = try json.optional("DeviceSlogan") }
        self.init(device: try json.needed("Device"), location: try DeviceLocation(miataru: json), slogan: slogan)
    }
}

/// The earlier places of a device.
public struct LocationHistory: Hashable, Sendable {
    /// The places, the newest first.
    public var locations: [DeviceLocation]
    /// The number of places that the server has of the device, including places that were not requested.
    public var available: Int
    /// The largest number of places that the server stores for a device.
    public var maximum: Int
}
