public import BaliseAPI

/// A device on the map of a family: a device of a circle's member, of another user who shares it, or of the user.
public struct MemberPlace: Hashable, Sendable, Identifiable {
    /// The id of the device.
    public var device: LocationDeviceID
    /// Whether the signed-in user has claimed the device.
    public var isOwn: Bool
    /// The account of the circle's member; nil for a device that is visible without a circle.
    public var account: String?
    /// The member's name in the circle that both joined last; nil without a circle.
    public var name: String?
    /// How exactly the member shares the place; nil without a circle.
    public var precision: PlacePrecision?
    /// The current place, with its time, accuracy and battery level; nil while the device has no place.
    public var place: DeviceLocation?

    /// The device, which identifies the entry in a list.
    public var id: LocationDeviceID { device }

    public init(
        device: LocationDeviceID, isOwn: Bool = false, account: String? = nil, name: String? = nil,
        precision: PlacePrecision? = nil, place: DeviceLocation? = nil
    ) {
        (self.device, self.isOwn, self.account, self.name) = (device, isOwn, account, name)
        (self.precision, self.place) = (precision, place)
    }
}

/// Joins the live places with the names and precisions of the members. It makes no calls.
struct MemberPlaces: Hashable, Sendable {
    private var devices: [LocationDeviceID: VisibleDevice] = [:]
    private var names: [String: String] = [:]
    private var places: [LocationDeviceID: LocationResult] = [:]
    /// The devices whose details the caller was asked to load.
    private var requested: Set<LocationDeviceID> = []

    /// Takes a change of the stream.
    /// - Returns: Whether details must be loaded, because a device is new. It asks only once for each device.
    mutating func take(_ change: LivePlace) -> Bool {
        switch change {
        case .place(let found):
            places[found.device] = found
            return devices[found.device] == nil && requested.insert(found.device).inserted
        case .gone(let device):
            // The device may be hidden now, so its name disappears, too.
            (places[device], devices[device]) = (nil, nil)
            requested.remove(device)
        case .reset: places = [:]
        }
        return false
    }

    mutating func describe(_ visible: [VisibleDevice], _ circles: [BaliseCircle]) {
        devices = [:]
        for found in visible {
            if let device = LocationDeviceID(found.device) { devices[device] = found }
        }
        names = [:]
        for member in circles.flatMap(\.members) where names[member.account] == nil {
            names[member.account] = member.name
        }
    }

    /// The devices: those of others first, then the user's own; each group by name and id.
    var members: [MemberPlace] {
        let all = Set(devices.keys).union(places.keys).map { device in
            let details = devices[device]
            return MemberPlace(
                device: device, isOwn: details?.isOwn ?? false, account: details?.account,
                name: details?.account.flatMap { names[$0] }, precision: details?.precision,
                place: places[device]?.location)
        }
        return all.sorted { one, other in
            if one.isOwn != other.isOwn { return other.isOwn }
            return (one.name ?? "", one.device.text) < (other.name ?? "", other.device.text)
        }
    }
}
