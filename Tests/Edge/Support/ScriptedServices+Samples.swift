@testable import Edge

extension ScriptedServices {
    /// Services whose replies have every member.
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

    /// Services that refuse every unscripted message.
    static func refusing(_ error: ServiceError) -> ScriptedServices { ScriptedServices(otherwise: .refused(error)) }
}
