import Balise
import BaliseJSON
import Foundation

/// A place as one JSON object: `device`, `at`, `latitude`, `longitude`, `accuracy`, and other known values.
struct PlaceLine: JSONWritable, Hashable {
    var device: LocationDeviceID
    var location: DeviceLocation
    var slogan: String?

    init(_ device: LocationDeviceID, _ location: DeviceLocation, slogan: String? = nil) {
        self.device = device
        self.location = location
        self.slogan = slogan
    }

    func write(to json: inout JSONObject) {
        json.set("device", device.text)
        json.set("at", location.recordedAt)
        json.set("latitude", location.latitude)
        json.set("longitude", location.longitude)
        json.set("accuracy", location.horizontalAccuracy)
        json.set("speed", location.speed)
        json.set("batteryLevel", location.batteryLevel)
        json.set("altitude", location.altitude)
        json.set("slogan", slogan)
    }
}

extension DeviceLocation {
    /// The place in a few words: `48.39040, -4.48610  ±12 m  3 min ago`.
    func words(at now: Date) -> String {
        "\(coordinates)  \(accuracyInMetres)  \(elapsed(since: recordedAt, at: now))"
    }

    /// The horizontal accuracy: `±12 m`.
    var accuracyInMetres: String { "±\(whole(horizontalAccuracy)) m" }

    /// Both numbers, to about a metre.
    var coordinates: String { "\(fixed(latitude)), \(fixed(longitude))" }
}

/// Values from others can exceed the range of `Int`.
private func whole(_ number: Double) -> Int { Int(max(-1e12, min(number, 1e12)).rounded()) }

private func fixed(_ degrees: Double) -> String {
    let scaled = whole(abs(degrees) * 100_000)
    let fraction = String(scaled % 100_000)
    let sign = degrees < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / 100_000)." + String(repeating: "0", count: 5 - fraction.count) + fraction
}
