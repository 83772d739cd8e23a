// The calls of the Miataru API and where they are.

/// A call of the Miataru API; the raw value is its name on the wire, which is case-sensitive.
public enum MiataruEndpoint: String, CaseIterable, Sendable {
    case updateLocation = "UpdateLocation"
    case getLocation = "GetLocation"
    case getLocationGeoJSON = "GetLocationGeoJSON"
    case getLocationHistory = "GetLocationHistory"
    case getVisitorHistory = "GetVisitorHistory"
    case deleteLocation = "DeleteLocation"
    case setDeviceKey = "setDeviceKey"
    case setAllowedDeviceList = "setAllowedDeviceList"
    case getAllowedDeviceList = "getAllowedDeviceList"
    case setDeviceSlogan = "setDeviceSlogan"
    case getDeviceSlogan = "getDeviceSlogan"
    case getDeviceSecurityStatus = "getDeviceSecurityStatus"

    /// The path that clients call.
    public var path: String { "/v1/" + rawValue }

    /// Every path under which it answers.
    public var paths: [String] { [path, "/" + rawValue] }
}
