// The calls of the Miataru API and where they are.

/// A call of the Miataru API; the raw value is its name on the wire, which is case-sensitive.
public enum MiataruEndpoint: String, CaseIterable, Sendable {
    /// A device says where it is.
    case updateLocation = "UpdateLocation"
    /// Where are these devices?
    case getLocation = "GetLocation"
    /// Where is this device, as GeoJSON (RFC 7946)?
    case getLocationGeoJSON = "GetLocationGeoJSON"
    /// Where was this device?
    case getLocationHistory = "GetLocationHistory"
    /// Who asked where this device is?
    case getVisitorHistory = "GetVisitorHistory"
    /// What a device told, and who asked, is erased; its key, list and slogan stay.
    case deleteLocation = "DeleteLocation"
    /// A device gets a key, or another one.
    case setDeviceKey = "setDeviceKey"
    /// Which devices may see the place and the history of this one.
    case setAllowedDeviceList = "setAllowedDeviceList"
    /// Which devices may see them?
    case getAllowedDeviceList = "getAllowedDeviceList"
    /// A device says a sentence about itself.
    case setDeviceSlogan = "setDeviceSlogan"
    /// What does it say about itself?
    case getDeviceSlogan = "getDeviceSlogan"
    /// Has a device a key and a list?
    case getDeviceSecurityStatus = "getDeviceSecurityStatus"

    /// The path that clients call.
    public var path: String { "/v1/" + rawValue }

    /// Where the places of devices come live, as Server-Sent Events. It is asked by GET, and no call of the Miataru API as
    /// its other servers have it.
    public static let streamPath = "/v1/stream"

    /// Every path under which it answers.
    public var paths: [String] { [path, "/" + rawValue] }
}
