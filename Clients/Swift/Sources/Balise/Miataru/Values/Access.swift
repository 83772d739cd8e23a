// Who may read a device, who did, and what protects it.

public import BaliseJSON
public import Foundation

/// Another device, and what it may read of the one whose list it is on.
public struct AllowedDevice: Hashable, Sendable {
    /// The other device.
    public var device: MiataruDeviceID
    /// Whether it may read where the list's owner is now.
    public var readsCurrentLocation: Bool
    /// Whether it may read where the list's owner has been.
    public var readsHistory: Bool

    /// An entry of an allowed list. The two rights are independent of each other.
    public init(_ device: MiataruDeviceID, readsCurrentLocation: Bool = true, readsHistory: Bool = false) {
        self.device = device
        self.readsCurrentLocation = readsCurrentLocation
        self.readsHistory = readsHistory
    }
}

/// Whom a device lets read it.
public struct AllowedList: Hashable, Sendable {
    /// Whether the list decides who may read. False for an empty list: then everybody may who knows the device's id.
    public var isEnabled: Bool
    /// In no order.
    public var devices: [AllowedDevice]

    /// An allowed list.
    public init(isEnabled: Bool, devices: [AllowedDevice]) {
        self.isEnabled = isEnabled
        self.devices = devices
    }
}

/// Somebody looked where a device is or was.
public struct MiataruVisit: Hashable, Sendable {
    /// Who the visitor said it was. Unless it has a key, that proves nothing.
    public var visitor: String
    /// When it was the last time, by the server's clock.
    public var at: Date

    /// A visit.
    public init(visitor: String, at: Date) {
        self.visitor = visitor
        self.at = at
    }
}

/// Who looked where a device is or was.
public struct MiataruVisitorHistory: Hashable, Sendable {
    /// The newest first.
    public var visits: [MiataruVisit]
    /// How many the server keeps of a device at most.
    public var maximum: Int

    /// A list of visits.
    public init(visits: [MiataruVisit], maximum: Int) {
        self.visits = visits
        self.maximum = maximum
    }
}

/// What protects a device.
public struct DeviceSecurity: Hashable, Sendable {
    /// Whether the device has a DeviceKey: then nobody writes in its name without that.
    public var hasKey: Bool
    /// Whether an allowed list decides who may read it.
    public var isAllowedListEnabled: Bool

    /// What protects a device.
    public init(hasKey: Bool, isAllowedListEnabled: Bool) {
        self.hasKey = hasKey
        self.isAllowedListEnabled = isAllowedListEnabled
    }
}

extension AllowedDevice: JSONReadable, JSONWritable {
    /// Reads an entry of getAllowedDeviceList's answer.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self.init(
            try json.needed("DeviceID"), readsCurrentLocation: try json.needed("hasCurrentLocationAccess"),
            readsHistory: try json.needed("hasHistoryAccess"))
    }

    /// Sets the members of an entry of setAllowedDeviceList.
    public func write(to json: inout JSONObject) {
        json.set("DeviceID", device.text)
        json.set("hasCurrentLocationAccess", readsCurrentLocation)
        json.set("hasHistoryAccess", readsHistory)
    }
}

extension MiataruVisit: JSONReadable {
    /// Reads an entry of GetVisitorHistory's answer.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        self.init(visitor: try json.needed("DeviceID"), at: try json.needed("TimeStamp", as: WireMoment.self).date)
    }
}
