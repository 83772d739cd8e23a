let updateBody = """
    {"MiataruConfig":{"EnableLocationHistory":"True","LocationDataRetentionTime":"15"},
     "MiataruLocation":[{"Device":"phone","Timestamp":"1700000000","Longitude":"+10.837502",
     "Latitude":49.50,"HorizontalAccuracy":5}]}
    """

let getBody = #"{"MiataruConfig":{"RequestMiataruDeviceID":"me"},"MiataruGetLocation":[{"Device":"phone"}]}"#

/// A location with each kind of value.
let sampleLocation = Location(
    timestamp: LocationValue(json: #""1700000000""#), longitude: LocationValue(json: #""+10.837502""#),
    latitude: LocationValue(json: "49.50"), horizontalAccuracy: LocationValue(json: "5"))

func id(_ text: String) -> DeviceID { DeviceID(text)! }

extension ScriptedServices {
    /// Services that accept every update and know no device.
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
