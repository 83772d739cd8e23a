import Balise
import BaliseJSON
import Foundation

enum PlaceInput {
    /// Two numbers, or a JSON object.
    /// - Parameters:
    ///   - number: From 1, for errors.
    ///   - accuracy: Used if the line contains none, as is `now`.
    static func place(
        _ line: String, _ number: Int, accuracy: Double, now: Date
    ) throws(BaliseError) -> DeviceLocation {
        if let coordinate = Coordinate(argument: line.trimmingCharacters(in: .whitespaces)) {
            return DeviceLocation(
                recordedAt: now, latitude: coordinate.latitude, longitude: coordinate.longitude,
                horizontalAccuracy: accuracy)
        }
        do {
            let form = try Form(jsonText: Array(line.utf8))
            return DeviceLocation(
                recordedAt: form.at ?? now, latitude: form.latitude, longitude: form.longitude,
                horizontalAccuracy: form.accuracy ?? accuracy, speed: form.speed, batteryLevel: form.batteryLevel,
                altitude: form.altitude)
        } catch {
            throw .invalid("line \(number) is no place: neither two numbers like 48.3904,-4.4861 nor JSON (\(error))")
        }
    }

    private struct Form: JSONReadable {
        let latitude: Double
        let longitude: Double
        let at: Date?
        let accuracy: Double?
        let speed: Double?
        let batteryLevel: Double?
        let altitude: Double?

        init(_ json: JSONValue) throws(JSONShapeError) {
            latitude = try json.needed("latitude")
            longitude = try json.needed("longitude")
            at = try json.optional("at")
            accuracy = try json.optional("accuracy")
            speed = try json.optional("speed")
            batteryLevel = try json.optional("batteryLevel")
            altitude = try json.optional("altitude")
        }
    }
}
