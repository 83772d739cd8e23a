public import BaliseJSON
public import Foundation

/// A device on an allowed list, and its rights.
public struct AllowedDevice: Hashable, Sendable {
    /// The device that may read places.
    public var device: LocationDeviceID
    /// Whether this device may read the current place of the list's owner.
    public var readsCurrentLocation: Bool
    /// Whether this device may read the history of the list's owner.
    public var readsHistory: Bool

    /// Creates an entry. The two rights are independent.
    public init(_ device: LocationDeviceID, readsCurrentLocation: Bool = true, readsHistory: Bool = false) {
        self.device = device
        (self.readsCurrentLocation, self.readsHistory) = (readsCurrentLocation, readsHistory)
    }
}

/// The list of devices that may read a device's places.
public struct AllowedList: Hashable, Sendable {
    /// Whether the list is in force. An empty list is not: then every reader who knows the device's id may read it.
    public var isEnabled: Bool
    /// The devices that may read the device's places, in no particular order.
    public var devices: [AllowedDevice]

    public init(isEnabled: Bool, devices: [AllowedDevice]) { (self.isEnabled, self.devices) = (isEnabled, devices) }
}

/// A visit: a device has read the current place or the history of another device.
public struct LocationVisit: Hashable, Sendable {
    /// The visitor's id as the visitor sent it. It proves nothing unless the visitor has a key.
    public var visitor: String
    /// The time of the last visit, by the server's clock.
    public var at: Date
}

/// The visitors of a device.
public struct LocationVisitorHistory: Hashable, Sendable {
    /// The visits, the newest first.
    public var visits: [LocationVisit]
    /// The largest number of visits that the server stores for a device.
    public var maximum: Int
}

/// The protection of a device.
public struct DeviceSecurity: Hashable, Sendable {
    /// Whether the device has a key. Without the key, no caller can then write in the device's name.
    public var hasKey: Bool
    /// Whether an allowed list is in force.
    public var isAllowedListEnabled: Bool
}

extension AllowedDevice: JSONReadable, JSONWritable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self.init(
            try json.needed("DeviceID"), readsCurrentLocation: try json.needed("hasCurrentLocationAccess"),
            readsHistory: try json.needed("hasHistoryAccess"))
    }

    public func write(to json: inout JSONObject) {
        json.set("DeviceID", device.text)
        json.set("hasCurrentLocationAccess", readsCurrentLocation)
        json.set("hasHistoryAccess", readsHistory)
    }
}

extension LocationVisit: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self.init(visitor: try json.needed("DeviceID"), at: try json.needed("TimeStamp", as: WireMoment.self).date)
    }
}
