// The place of a device as a map shows it (RFC 7946).

public import BaliseJSON
public import Foundation

/// The place of a device as a point of GeoJSON (RFC 7946, section 3.2), with what is known about it as properties.
public struct GeoJSONFeature: Hashable, Sendable {
    /// Whose place it is; the property `name`.
    public var device: MiataruDeviceID
    /// The place.
    public var location: DeviceLocation

    /// A device's place for a map.
    public init(device: MiataruDeviceID, location: DeviceLocation) {
        self.device = device
        self.location = location
    }

    /// The place of a device that was read in another way.
    public init(_ found: LocationResult) { self.init(device: found.device, location: found.location) }

    /// The GeoJSON text in UTF-8, for MapKit's `MKGeoJSONDecoder` and other maps.
    public var data: Data { Data(json.bytes) }
}

extension GeoJSONFeature: JSONReadable, JSONWritable {
    /// Reads a feature with a point, its longitude first.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        let properties = try json.needed("properties", as: Properties.self)
        let point = try json.needed("geometry", as: Point.self)
        device = properties.name
        location = DeviceLocation(
            recordedAt: properties.timestamp, latitude: point.latitude, longitude: point.longitude,
            horizontalAccuracy: properties.horizontalAccuracy, speed: properties.speed,
            batteryLevel: properties.batteryLevel, altitude: properties.altitude)
    }

    /// Sets the members in the form in which servers answer.
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

    /// A coordinate as `JSONObject` writes its numbers; what is no number is nowhere, and shown as 0.
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
            // A third number, where there is one, is the height.
            guard coordinates.count >= 2 else { throw JSONShapeError(.isNot("a point with two coordinates")) }
            longitude = coordinates[0].value
            latitude = coordinates[1].value
        }
    }

    private struct Properties: JSONReadable {
        let name: MiataruDeviceID
        let timestamp: Date
        let horizontalAccuracy: Double
        let speed: Double?
        let batteryLevel: Double?
        let altitude: Double?

        init(_ json: JSONValue) throws(JSONShapeError) {
            name = try json.needed("name")
            timestamp = try json.needed("timestamp", as: WireMoment.self).date
            horizontalAccuracy = try json.needed("horizontalAccuracy", as: WireNumber.self).value
            speed = try json.optional("speed", as: WireNumber.self)?.value
            batteryLevel = try json.optional("batteryLevel", as: WireNumber.self)?.value
            altitude = try json.optional("altitude", as: WireNumber.self)?.value
        }
    }
}
