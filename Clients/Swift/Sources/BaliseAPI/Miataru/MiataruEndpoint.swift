/// A call of the Miataru API. The raw value is the case-sensitive name of the call in the path.
public enum MiataruEndpoint: String, CaseIterable, Sendable {
    /// Stores places of a device.
    case updateLocation = "UpdateLocation"
    /// Reads the current places of devices.
    case getLocation = "GetLocation"
    /// Reads the current place of a device as GeoJSON (RFC 7946).
    case getLocationGeoJSON = "GetLocationGeoJSON"
    /// Reads the earlier places of a device.
    case getLocationHistory = "GetLocationHistory"
    /// Reads the visitors of a device.
    case getVisitorHistory = "GetVisitorHistory"
    /// Erases a device's places and visitors; its key, list and slogan stay.
    case deleteLocation = "DeleteLocation"
    /// Sets or changes a device's key.
    case setDeviceKey = "setDeviceKey"
    /// Sets the devices that may read a device's place and history.
    case setAllowedDeviceList = "setAllowedDeviceList"
    /// Reads the list of devices that may read a device's place and history.
    case getAllowedDeviceList = "getAllowedDeviceList"
    /// Sets a device's slogan.
    case setDeviceSlogan = "setDeviceSlogan"
    /// Reads a device's slogan.
    case getDeviceSlogan = "getDeviceSlogan"
    /// Reads whether a device has a key and an allowed list.
    case getDeviceSecurityStatus = "getDeviceSecurityStatus"

    /// The path that clients call.
    public var path: String { "/v1/" + rawValue }

    /// The path of a GET stream with places of devices, as Server-Sent Events. Other Miataru servers do not offer it.
    public static let streamPath = "/v1/stream"

    /// The path of the WebSocket that sends the places of devices. It has no second path at the root.
    public static let socketPath = "/v1/ws/location"

    /// The beginning of the paths for share links, which the holder of a device's key calls by POST. Other servers of
    /// the Miataru API do not offer them.
    public static let shareLinkPath = "/v1/share-links"

    /// The path for places from before the current place. The holder of the device's key calls it by POST. Other servers
    /// of the Miataru API do not offer it.
    public static let earlierPath = "/v1/earlier-locations"

    /// All paths at which the server answers this call.
    public var paths: [String] { [path, "/" + rawValue] }
}
