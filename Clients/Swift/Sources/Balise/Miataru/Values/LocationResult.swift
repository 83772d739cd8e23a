// What a reader sees of a device.

public import BaliseJSON

/// Where a device is now, as a reader sees it.
public struct LocationResult: Hashable, Sendable {
    /// The device that was asked about.
    public var device: MiataruDeviceID
    /// Where it is.
    public var location: DeviceLocation
    /// What it says about itself; nil for nothing.
    public var slogan: String?

    /// A device's place and slogan.
    public init(device: MiataruDeviceID, location: DeviceLocation, slogan: String? = nil) {
        self.device = device
        self.location = location
        self.slogan = slogan
    }
}

extension LocationResult: JSONReadable {
    /// Reads an entry of GetLocation's answer.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        // Some servers have the slogan under the longer name.
        var slogan: String? = try json.optional("Slogan")
        if slogan == nil { slogan = try json.optional("DeviceSlogan") }
        self.init(device: try json.needed("Device"), location: try DeviceLocation(miataru: json), slogan: slogan)
    }
}

/// Where a device has been.
public struct MiataruLocationHistory: Hashable, Sendable {
    /// The newest first.
    public var locations: [DeviceLocation]
    /// How many places the server has of the device, those that were not asked for among them.
    public var available: Int
    /// How many places the server keeps of a device at most.
    public var maximum: Int

    /// A history.
    public init(locations: [DeviceLocation], available: Int, maximum: Int) {
        self.locations = locations
        self.available = available
        self.maximum = maximum
    }
}
