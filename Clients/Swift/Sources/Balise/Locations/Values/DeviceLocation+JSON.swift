import BaliseJSON
import Foundation

extension DeviceLocation {
    init(miataru json: JSONValue) throws(JSONShapeError) {
        self.init(
            recordedAt: try json.needed("Timestamp", as: WireMoment.self).date,
            latitude: try json.needed("Latitude", as: WireNumber.self).value,
            longitude: try json.needed("Longitude", as: WireNumber.self).value,
            horizontalAccuracy: try json.needed("HorizontalAccuracy", as: WireNumber.self).value,
            speed: try json.optional("Speed", as: WireNumber.self)?.value,
            batteryLevel: try json.optional("BatteryLevel", as: WireNumber.self)?.value,
            altitude: try json.optional("Altitude", as: WireNumber.self)?.value)
    }

    /// Writes the members in the form of the Miataru apps: the time as a string, all else as numbers.
    func write(miataru json: inout JSONObject) {
        json.set("Timestamp", wireTimestamp)
        json.set("Longitude", longitude)
        json.set("Latitude", latitude)
        json.set("HorizontalAccuracy", horizontalAccuracy)
        json.set("Speed", speed)
        json.set("BatteryLevel", batteryLevel)
        // There the JSON number -1 means unknown, and the string "-1" one metre below the sea.
        if altitude == -1 { json.set("Altitude", "-1") } else { json.set("Altitude", altitude) }
    }

    /// Whole seconds since 1970, which the Miataru apps write and expect.
    var wireTimestamp: String { String(Int64(recordedAt.timeIntervalSince1970.rounded(.down))) }
}
