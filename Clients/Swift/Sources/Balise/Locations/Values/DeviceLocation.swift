import BaliseJSON
public import Foundation

/// The place of a device at one moment.
public struct DeviceLocation: Hashable, Sendable {
    /// When the place was recorded, by the device's own clock. The client sends it in whole seconds.
    public var recordedAt: Date
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The radius of uncertainty in metres, 0 to 10,000.
    public var horizontalAccuracy: Double
    /// The speed in metres per second, 0 to 1,000; nil when unknown.
    public var speed: Double?
    /// The battery level in percent, 0 to 100; nil when unknown.
    public var batteryLevel: Double?
    /// The altitude in metres above the sea, -1,000 to 100,000; nil when unknown.
    public var altitude: Double?

    /// Creates a place. The ranges are checked when the place is sent.
    public init(
        recordedAt: Date, latitude: Double, longitude: Double, horizontalAccuracy: Double, speed: Double? = nil,
        batteryLevel: Double? = nil, altitude: Double? = nil
    ) {
        (self.recordedAt, self.latitude, self.longitude) = (recordedAt, latitude, longitude)
        (self.horizontalAccuracy, self.speed) = (horizontalAccuracy, speed)
        (self.batteryLevel, self.altitude) = (batteryLevel, altitude)
    }
}

extension DeviceLocation {
    /// The reason why a server would refuse the place, as one sentence; nil if the place is valid.
    var flaw: String? {
        let seconds = recordedAt.timeIntervalSince1970
        guard seconds >= 1, seconds < 1e11 else { return "The moment of a place must lie after 1970." }
        return DeviceLocation.flaw(latitude, "latitude", within: -90...90)
            ?? DeviceLocation.flaw(longitude, "longitude", within: -180...180)
            ?? DeviceLocation.flaw(horizontalAccuracy, "horizontal accuracy", within: 0...10_000)
            ?? DeviceLocation.flaw(speed, "speed", within: 0...1000)
            ?? DeviceLocation.flaw(batteryLevel, "battery level", within: 0...100)
            ?? DeviceLocation.flaw(altitude, "altitude", within: -1000...100_000)
    }

    private static func flaw(_ value: Double?, _ name: String, within range: ClosedRange<Double>) -> String? {
        // No range contains NaN, so NaN is refused, too.
        guard let value, !range.contains(value) else { return nil }
        return "The \(name) must be from \(Int(range.lowerBound)) to \(Int(range.upperBound))."
    }
}

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
        // In the Miataru API, the JSON number -1 means an unknown altitude; the string "-1" means -1 m.
        if altitude == -1 { json.set("Altitude", "-1") } else { json.set("Altitude", altitude) }
    }

    /// The time in whole seconds since 1970, which the Miataru apps write and expect.
    var wireTimestamp: String { String(Int64(recordedAt.timeIntervalSince1970.rounded(.down))) }
}

/// How long the server stores a device's places.
public enum LocationKeeping: Hashable, Sendable {
    /// The server adds every place to the device's history, and deletes the oldest when the history exceeds its limit.
    case history
    /// The server keeps only the newest place, for these minutes (at least 1), and erases the device's history.
    case newestOnly(minutes: Int)
}

/// A number, as a JSON number or as a string. Some phones have sent a decimal comma.
struct WireNumber: JSONReadable {
    let value: Double

    init(_ json: JSONValue) throws(JSONShapeError) {
        let text = json.kind == .number ? json.literal : json.string
        let decimal = text?.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: ",", with: ".")
        // Only decimal digits are accepted: Swift would also accept "0x1p3", "nan" and "infinity".
        guard let decimal, decimal.utf8.allSatisfy(WireNumber.digits.contains), let value = Double(decimal),
            value.isFinite
        else { throw JSONShapeError(.isNot("a number")) }
        self.value = value
    }

    private static let digits = Set("0123456789+-.eE".utf8)
}

/// A time in seconds or in milliseconds since 1970. Clients send either unit, and servers store it unchanged.
struct WireMoment: JSONReadable {
    let date: Date

    init(_ json: JSONValue) throws(JSONShapeError) {
        let number = try WireNumber(json).value
        // Servers accept any number. A bad time of one device must not hide the other devices of the answer.
        let bounded = max(-1e15, min(number, 1e15))
        // The number 1e11 means the year 5138 in seconds, and 1973 in milliseconds, so it separates the units.
        date = Date(timeIntervalSince1970: abs(bounded) < 1e11 ? bounded : bounded / 1000)
    }
}

/// A count, which some servers send as a string.
struct WireCount: JSONReadable {
    let value: Int

    init(_ json: JSONValue) throws(JSONShapeError) {
        guard let count = Int(exactly: try WireNumber(json).value) else {
            throw JSONShapeError(.isNot("a whole number"))
        }
        value = count
    }
}
