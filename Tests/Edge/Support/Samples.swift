@testable import Edge

let updateBody = """
    {"MiataruConfig":{"EnableLocationHistory":"True","LocationDataRetentionTime":"15"},
     "MiataruLocation":[{"Device":"phone","Timestamp":"1700000000","Longitude":"+10.837502",
     "Latitude":49.50,"HorizontalAccuracy":5}]}
    """

let getBody = #"{"MiataruConfig":{"RequestMiataruDeviceID":"me"},"MiataruGetLocation":[{"Device":"phone"}]}"#

func paddedGetBody(_ length: Int) -> [UInt8] {
    Array(getBody.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: length - getBody.utf8.count)
}

let sampleLocation = Location(
    timestamp: LocationValue(json: #""1700000000""#), longitude: LocationValue(json: #""+10.837502""#),
    latitude: LocationValue(json: "49.50"), horizontalAccuracy: LocationValue(json: "5"))

func id(_ text: String) -> DeviceID { DeviceID(text)! }

func changing<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
}

extension ScriptedServices {
    static func empty() -> ScriptedServices {
        let services = ScriptedServices().answering(UpdateLocation.self) { _ in Done() }
        services.on(GetLocation.self) { GetLocation.Reply(found: $0.devices.map { _ in nil }) }
        services.on(GetLocationHistory.self) { _ in GetLocationHistory.Reply(maximum: 1023, available: 0, locations: [])
        }
        services.on(GetVisitorHistory.self) { _ in GetVisitorHistory.Reply(maximum: 10, visits: []) }
        services.on(GetLocationGeoJSON.self) { _ in GetLocationGeoJSON.Reply(location: nil) }
        services.on(DeleteLocation.self) { _ in DeleteLocation.Reply(deleted: 0) }
        services.on(SetDeviceKey.self) { _ in Done() }
        services.on(SetAllowedDeviceList.self) { _ in Done() }
        services.on(GetAllowedDeviceList.self) { _ in GetAllowedDeviceList.Reply(isEnabled: false, allowed: []) }
        services.on(SetDeviceSlogan.self) { _ in Done() }
        services.on(GetDeviceSlogan.self) { _ in GetDeviceSlogan.Reply(slogan: nil) }
        services.on(GetDeviceSecurityStatus.self) { _ in
            GetDeviceSecurityStatus.Reply(hasDeviceKey: false, isAllowedListEnabled: false)
        }
        return services
    }
}

extension AddressConcurrencyLimiter {
    convenience init(bound: Int) {
        self.init(bound: bound, answers: BodyBudget(ofAnswers: Settings().http.limits, freed: FreedMemory {}))
    }
}

extension EventKey {
    /// The key of event ids from location.
    static let sampleText = SecretText(base64URL([UInt8](repeating: 7, count: 32)))

    static func sample(_ byte: UInt8 = 7) -> EventKey {
        EventKey(SecretText(base64URL([UInt8](repeating: byte, count: 32))))!
    }
}

enum Compressed {
    static let nothing: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    static let gzip: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 242, 205, 76, 44, 73, 44, 42, 117, 206, 207, 75, 203, 76, 87,
        178, 170, 86, 10, 74, 45, 44, 77, 45, 46, 129, 138, 187, 164, 150, 101, 38, 167, 122, 186, 40, 89, 41, 229,
        166, 42, 213, 234, 192, 212, 187, 167, 150, 248, 228, 39, 39, 150, 100, 230, 231, 41, 89, 69, 87, 43, 65,
        212, 1, 85, 21, 100, 228, 231, 1, 21, 198, 214, 2, 0, 149, 138, 202, 74, 91, 0, 0, 0,
    ]

    static let deflate: [UInt8] = [
        120, 156, 171, 86, 242, 205, 76, 44, 73, 44, 42, 117, 206, 207, 75, 203, 76, 87, 178, 170, 86, 10, 74, 45,
        44, 77, 45, 46, 129, 138, 187, 164, 150, 101, 38, 167, 122, 186, 40, 89, 41, 229, 166, 42, 213, 234, 192,
        212, 187, 167, 150, 248, 228, 39, 39, 150, 100, 230, 231, 41, 89, 69, 87, 43, 65, 212, 1, 85, 21, 100, 228,
        231, 1, 21, 198, 214, 2, 0, 228, 221, 32, 119,
    ]

    static let bomb = Array(
        Edge.gzip(ByteBuffer(string: getBody + String(repeating: " ", count: 1_000_000)))?.readableBytesView ?? .init())
}

extension ScriptedServices {
    static func full() -> ScriptedServices {
        let services = empty()
        var location = sampleLocation
        location.speed = LocationValue(json: "1.5")
        location.batteryLevel = .null
        location.altitude = LocationValue(json: #""12""#)
        let full = location
        services.on(GetLocation.self) { _ in
            GetLocation.Reply(found: [nil, GetLocation.LocationResult(device: id("d"), location: full, slogan: "s")])
        }
        services.on(GetLocationGeoJSON.self) { _ in GetLocationGeoJSON.Reply(location: full) }
        services.on(GetLocationHistory.self) { _ in
            GetLocationHistory.Reply(maximum: 1023, available: 2, locations: [full, sampleLocation])
        }
        services.on(GetVisitorHistory.self) { _ in
            let visit = GetVisitorHistory.Visit(visitor: id("v"), time: UnixTime(milliseconds: 5))
            return GetVisitorHistory.Reply(maximum: 10, visits: [visit])
        }
        services.on(GetAllowedDeviceList.self) { _ in
            let allowed = AllowedDevice(device: id("a"), readsCurrentLocation: true, readsHistory: false)
            return GetAllowedDeviceList.Reply(isEnabled: true, allowed: [allowed])
        }
        services.on(GetDeviceSlogan.self) { _ in GetDeviceSlogan.Reply(slogan: "s") }
        return services
    }

    static func refusing(_ error: ServiceError) -> ScriptedServices { ScriptedServices(otherwise: .refused(error)) }
}
