import BaliseJSON
import Models

/// The track points of a GPX document. Waypoints and routes are no history.
struct GPXTrack {
    private(set) var points: [Location] = []
    private(set) var untimed = 0

    static let mediaType = "application/gpx+xml"

    static func isMediaType(_ header: String?) -> Bool {
        guard let type = header?.lowercased().split(separator: ";").first else { return false }
        return [mediaType, "application/xml", "text/xml"].contains(String(type.withoutSpaceAround))
    }

    /// Throws 400 for a document that is not GPX, for too many points, and for a point whose values are no numbers.
    init(_ document: [UInt8]) throws(EdgeError) {
        var reader = XMLReader(document)
        var (path, text): ([String], String) = ([], "")
        var (point, number): (Point?, Int) = (nil, 0)
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                guard !path.isEmpty || name == "gpx" else { throw .invalid("The root of the body must be gpx.") }
                path.append(name)
                text = ""
                guard name == "trkpt" else { continue }
                number += 1
                point = Point(
                    latitude: attributes.first { $0.name == "lat" }?.value,
                    longitude: attributes.first { $0.name == "lon" }?.value)
            case .text(let part): text += part
            case .end:
                let name = path.removeLast()
                if name == "trkpt", let found = point {
                    try add(found, number)
                    point = nil
                } else {
                    point?.set(name, String(text[...].trimming(\.isWhitespace)))
                }
                text = ""
            }
        }
    }

    private mutating func add(_ point: Point, _ number: Int) throws(EdgeError) {
        func token(_ text: String?, _ name: String) throws(EdgeError) -> LocationValue? {
            guard let text else { return nil }
            guard let value = decimal(text), value.isFinite else {
                throw .invalid("Track point \(number): \(name) must be a number.")
            }
            var json = JSONWriter()
            json.write(value)
            return LocationValue(json: String(decoding: json.bytes, as: UTF8.self))
        }
        guard let latitude = try token(point.latitude, "lat"), let longitude = try token(point.longitude, "lon") else {
            throw .invalid("Track point \(number) must have lat and lon.")
        }
        guard let text = point.time else {
            untimed += 1
            return
        }
        // A time without an offset is in UTC (GPX 1.1).
        guard let time = UnixTime(written: text) ?? UnixTime(written: text + "Z") else {
            throw .invalid("Track point \(number): time must be like 2026-01-31T12:00:00Z.")
        }
        guard points.count < ImportDeviceHistory.maximumPoints else {
            throw .invalid("The file has more than \(ImportDeviceHistory.maximumPoints) track points; split it.")
        }
        let timestamp = time.rawValue % 1000 == 0 ? time.rawValue / 1000 : time.rawValue
        points.append(
            Location(
                timestamp: LocationValue(json: String(timestamp)), longitude: longitude, latitude: latitude,
                horizontalAccuracy: try token(point.accuracy, "accuracy") ?? LocationValue(json: "0"),
                speed: try token(point.speed, "speed"), batteryLevel: try token(point.batteryLevel, "batteryLevel"),
                altitude: try token(point.altitude, "ele")))
    }

    private struct Point {
        let latitude: String?
        let longitude: String?
        var time: String?
        var altitude: String?
        var accuracy: String?
        var speed: String?
        var batteryLevel: String?

        init(latitude: String?, longitude: String?) { (self.latitude, self.longitude) = (latitude, longitude) }

        mutating func set(_ name: String, _ text: String) {
            switch name {
            case "time": time = text
            case "ele": altitude = text
            case "accuracy": accuracy = text
            case "speed": speed = text
            case "batteryLevel": batteryLevel = text
            default: break
            }
        }
    }
}
