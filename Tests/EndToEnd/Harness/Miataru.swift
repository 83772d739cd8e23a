/// The twelve POST endpoints.
enum Endpoint: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case updateLocation = "UpdateLocation"
    case getLocation = "GetLocation"
    case getLocationGeoJSON = "GetLocationGeoJSON"
    case getLocationHistory = "GetLocationHistory"
    case getVisitorHistory = "GetVisitorHistory"
    case deleteLocation = "DeleteLocation"
    case setDeviceKey
    case setAllowedDeviceList
    case getAllowedDeviceList
    case setDeviceSlogan
    case getDeviceSlogan
    case getDeviceSecurityStatus

    var testDescription: String { rawValue }

    func sample(_ device: String = Fresh.device()) -> JSON {
        switch self {
        case .updateLocation: Miataru.update(device)
        case .getLocation: Miataru.read([device], by: Fresh.device())
        case .getLocationGeoJSON: Miataru.geoJSON([device])
        case .getLocationHistory: Miataru.history(of: device, by: Fresh.device())
        case .getVisitorHistory: Miataru.visitors(of: device)
        case .deleteLocation: Miataru.delete(device)
        case .setDeviceKey: Miataru.setKey(of: device, to: Fresh.key())
        case .setAllowedDeviceList: Miataru.allow([], on: device, key: Fresh.key())
        case .getAllowedDeviceList: Miataru.allowed(on: device, key: Fresh.key())
        case .setDeviceSlogan: Miataru.setSlogan(of: device, to: "hello", key: Fresh.key())
        case .getDeviceSlogan: Miataru.slogan(of: device, by: Fresh.device(), key: Fresh.key())
        case .getDeviceSecurityStatus: Miataru.status(of: device, by: Fresh.device(), key: Fresh.key())
        }
    }

    var pathOfDevice: [JSON.Step] {
        switch self {
        case .updateLocation: ["MiataruLocation", 0, "Device"]
        case .getLocation, .getLocationGeoJSON: ["MiataruGetLocation", 0, "Device"]
        case .getLocationHistory: ["MiataruGetLocationHistory", "Device"]
        case .getVisitorHistory: ["MiataruGetVisitorHistory", "Device"]
        case .deleteLocation: ["MiataruDeleteLocation", "Device"]
        case .setDeviceKey: ["MiataruSetDeviceKey", "DeviceID"]
        case .setAllowedDeviceList: ["MiataruSetAllowedDeviceList", "DeviceID"]
        case .getAllowedDeviceList: ["MiataruGetAllowedDeviceList", "DeviceID"]
        case .setDeviceSlogan: ["MiataruSetDeviceSlogan", "DeviceID"]
        case .getDeviceSlogan: ["MiataruGetDeviceSlogan", "DeviceID"]
        case .getDeviceSecurityStatus: ["MiataruGetDeviceSecurityStatus", "DeviceID"]
        }
    }
}

enum Miataru {
    static func place(
        _ device: String, _ timestamp: JSON = "1700000000", longitude: JSON = "8.404435", latitude: JSON = "49.013506",
        accuracy: JSON = "25", key: String? = nil
    ) -> JSON {
        let place: JSON = [
            "Device": .string(device), "Timestamp": timestamp, "Longitude": longitude, "Latitude": latitude,
            "HorizontalAccuracy": accuracy,
        ]
        return place.replacing(["DeviceKey"], with: key.map(JSON.string))
    }

    static func update(_ places: [JSON], history: JSON = "False", retention: JSON = "30") -> JSON {
        [
            "MiataruConfig": ["EnableLocationHistory": history, "LocationDataRetentionTime": retention],
            "MiataruLocation": .array(places),
        ]
    }

    static func update(_ device: String, history: JSON = "False", retention: JSON = "30", key: String? = nil) -> JSON {
        update([place(device, key: key)], history: history, retention: retention)
    }

    static func reader(_ reader: String?, _ key: String? = nil) -> JSON {
        let config: JSON = ["RequestMiataruDeviceID": reader.map(JSON.string) ?? .null]
        return config.replacing(["RequestMiataruDeviceKey"], with: key.map(JSON.string))
    }

    static func read(_ devices: [String], by reader: String?, key: String? = nil) -> JSON {
        [
            "MiataruConfig": Miataru.reader(reader, key),
            "MiataruGetLocation": .array(devices.map { ["Device": .string($0)] }),
        ]
    }

    static func history(of device: String, _ amount: JSON = "1000", by reader: String?, key: String? = nil) -> JSON {
        [
            "MiataruConfig": Miataru.reader(reader, key),
            "MiataruGetLocationHistory": ["Device": .string(device), "Amount": amount],
        ]
    }

    static func visitors(of device: String, _ amount: JSON = "1000", key: String? = nil) -> JSON {
        let request: JSON = ["MiataruGetVisitorHistory": ["Device": .string(device), "Amount": amount]]
        return request.replacing(["MiataruGetVisitorHistory", "DeviceKey"], with: key.map(JSON.string))
    }

    static func geoJSON(_ devices: [String]) -> JSON {
        ["MiataruGetLocation": .array(devices.map { ["Device": .string($0)] })]
    }

    static func delete(_ device: String, key: String? = nil) -> JSON {
        let request: JSON = ["MiataruDeleteLocation": ["Device": .string(device)]]
        return request.replacing(["MiataruDeleteLocation", "DeviceKey"], with: key.map(JSON.string))
    }

    static func setKey(of device: String, to new: String, from current: String? = nil) -> JSON {
        let request: JSON = ["MiataruSetDeviceKey": ["DeviceID": .string(device), "NewDeviceKey": .string(new)]]
        return request.replacing(["MiataruSetDeviceKey", "CurrentDeviceKey"], with: current.map(JSON.string))
    }

    static func friend(_ device: String, current: Bool = false, history: Bool = false) -> JSON {
        ["DeviceID": .string(device), "hasCurrentLocationAccess": .bool(current), "hasHistoryAccess": .bool(history)]
    }

    static func allow(_ friends: [JSON], on device: String, key: String) -> JSON {
        [
            "MiataruSetAllowedDeviceList": [
                "DeviceID": .string(device), "DeviceKey": .string(key), "allowedDevices": .array(friends),
            ]
        ]
    }

    static func allowed(on device: String, key: String) -> JSON {
        ["MiataruGetAllowedDeviceList": ["DeviceID": .string(device), "DeviceKey": .string(key)]]
    }

    static func setSlogan(of device: String, to slogan: JSON, key: String) -> JSON {
        ["MiataruSetDeviceSlogan": ["DeviceID": .string(device), "DeviceKey": .string(key), "Slogan": slogan]]
    }

    static func slogan(of device: String, by reader: String, key: String) -> JSON {
        ["MiataruGetDeviceSlogan": asked(device, reader, key)]
    }

    static func status(of device: String, by reader: String, key: String) -> JSON {
        ["MiataruGetDeviceSecurityStatus": asked(device, reader, key)]
    }

    private static func asked(_ device: String, _ reader: String, _ key: String) -> JSON {
        ["DeviceID": .string(device), "RequestDeviceID": .string(reader), "RequestDeviceKey": .string(key)]
    }
}

struct Scene: Sendable {
    let balise: RunningBalise
    let device = Fresh.device(), key = Fresh.key()
    let friend = Fresh.device(), friendsKey = Fresh.key()
    let stranger = Fresh.device()

    init(_ balise: RunningBalise) async throws {
        self.balise = balise
        for (owner, key) in [(device, key), (friend, friendsKey)] {
            try await balise.accept(.setDeviceKey, Miataru.setKey(of: owner, to: key))
        }
        try await balise.accept(.updateLocation, Miataru.update(device, history: "True", key: key))
        try await balise.accept(.setDeviceSlogan, Miataru.setSlogan(of: device, to: "here", key: key))
        let list = [Miataru.friend(friend, current: true, history: true)]
        try await balise.accept(.setAllowedDeviceList, Miataru.allow(list, on: device, key: key))
    }
}

enum StoredPlaces {
    static func current(of device: String, on balise: RunningBalise) async throws -> JSON? {
        try await balise.accept(.getLocation, Miataru.read([device], by: Fresh.device()))["MiataruLocation"]?[0]
    }

    static func history(of device: String, on balise: RunningBalise) async throws -> [JSON] {
        let read = try await balise.accept(.getLocationHistory, Miataru.history(of: device, "5000", by: Fresh.device()))
        let places = try #require(read["MiataruLocation"]?.elements)
        #expect(read["MiataruServerConfig"]?["AvailableDeviceLocationUpdates"]?.integer == places.count)
        return places.map { $0["Timestamp"] ?? .null }
    }
}

enum Visits {
    /// A visit may be recorded a moment after its answer.
    static func expect(
        _ visitors: [String], of device: String, key: String? = nil, on balise: RunningBalise,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var seen: [String] = []
        try? await eventually("the visits are recorded") {
            seen = try await list(of: device, key: key, on: balise)
            return seen.elementsEqual(visitors) { $0.utf8.elementsEqual($1.utf8) }
        }
        #expect(seen == visitors, sourceLocation: sourceLocation)
    }

    static func list(of device: String, key: String? = nil, on balise: RunningBalise) async throws -> [String] {
        let read = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device, key: key))
        return (read["MiataruVisitors"]?.elements ?? []).map { $0["DeviceID"]?.text ?? "?" }
    }
}
