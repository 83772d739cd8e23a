public import BaliseJSON
public import Foundation

/// The place of a device as a GeoJSON point (RFC 7946, section 3.2). Everything but the coordinates is a property.
public struct GeoJSONFeature: Hashable, Sendable {
    /// The device, whose id is the property `name`.
    public var device: LocationDeviceID
    /// The place: its coordinates, and the facts that are in the other properties.
    public var location: DeviceLocation

    public init(device: LocationDeviceID, location: DeviceLocation) {
        (self.device, self.location) = (device, location)
    }

    /// Creates a feature from a place that was read by another call.
    public init(_ found: LocationResult) { self.init(device: found.device, location: found.location) }

    /// The GeoJSON text in UTF-8, for MapKit's `MKGeoJSONDecoder` and other maps.
    public var data: Data { Data(json.bytes) }
}

extension GeoJSONFeature: JSONReadable, JSONWritable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let point = try json.needed("geometry", as: Point.self)
        self = try json.needed("properties") { json throws(JSONShapeError) in
            GeoJSONFeature(
                device: try json.needed("name"),
                location: DeviceLocation(
                    recordedAt: try json.needed("timestamp", as: WireMoment.self).date, latitude: point.latitude,
                    longitude: point.longitude,
                    horizontalAccuracy: try json.needed("horizontalAccuracy", as: WireNumber.self).value,
                    speed: try json.optional("speed", as: WireNumber.self)?.value,
                    batteryLevel: try json.optional("batteryLevel", as: WireNumber.self)?.value,
                    altitude: try json.optional("altitude", as: WireNumber.self)?.value))
        }
    }

    public func write(to json: inout JSONObject) {
        json.set("type", "Feature")
        var geometry = JSONObject()
        geometry.set("type", "Point")
        geometry.set("coordinates", json: "[\(number(location.longitude)),\(number(location.latitude))]")
        json.set("geometry", geometry)
        var properties = JSONObject()
        properties.set("name", device.text)
        properties.set("timestamp", location.wireTimestamp)
        properties.set("horizontalAccuracy", location.horizontalAccuracy)
        properties.set("speed", location.speed)
        properties.set("batteryLevel", location.batteryLevel)
        properties.set("altitude", location.altitude)
        json.set("properties", properties)
    }

    /// Returns a number in the format of `JSONObject`; 0 for NaN and infinity.
    private func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        return Int32(exactly: value).map { String($0) } ?? "\(value)"
    }
}

extension GeoJSONFeature {
    private struct Point: JSONReadable {
        let longitude: Double
        let latitude: Double

        init(_ json: JSONValue) throws(JSONShapeError) {
            guard try json.needed("type", as: String.self) == "Point" else { throw JSONShapeError(.isNot("a point")) }
            let coordinates: [WireNumber] = try json.needed("coordinates")
            // An optional third number is the altitude.
            guard coordinates.count >= 2 else { throw JSONShapeError(.isNot("a point with two coordinates")) }
            longitude = coordinates[0].value
            latitude = coordinates[1].value
        }
    }
}
