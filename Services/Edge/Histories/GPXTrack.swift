import BaliseJSON
import Models
import NIOPosix

/// The track points of a GPX document. Waypoints and routes are no history.
struct GPXTrack {
    private(set) var points: [Location] = []
    private(set) var untimed = 0

    static let mediaType = "application/gpx+xml"

    static func isMediaType(_ header: String?) -> Bool {
        guard let type = header?.lowercased().split(separator: ";").first else { return false }
        return [mediaType, "application/xml", "text/xml"].contains(String(type.withoutSpaceAround))
    }

    /// Reads a document on a thread for blocking work, because other callers' tasks share the threads of Swift's pool.
    static func read(_ document: [UInt8]) async throws(EdgeError) -> GPXTrack {
        do {
            return try await NIOThreadPool.singleton.runIfActive { try GPXTrack(document) }
        } catch let error as EdgeError {
            throw error
        } catch {
            throw EdgeError(.unavailable, "try again in a moment", retryAfter: 1)
        }
    }

    /// Throws 400 for a document that is not GPX, for too many points, and for a value that is not a number.
    init(_ document: [UInt8]) throws(EdgeError) {
        var reader = XMLReader(document)
        var (path, text): ([Element], String) = ([], "")
        var (point, number): (Point?, Int) = (nil, 0)
        while let event = try reader.next() {
            switch event {
            case .start(let name):
                guard !path.isEmpty || reader.holds("gpx", at: name) else {
                    throw .invalid("The root of the body must be gpx.")
                }
                var element = Element.allCases.first { reader.holds($0.rawValue, at: name) }
                // Extensions may have times and heights of their own, which are ignored.
                if element == .time || element == .ele, path.last != .trkpt { element = nil }
                path.append(element ?? .other)
                text = ""
                guard element == .trkpt else { continue }
                number += 1
                guard number <= ImportDeviceHistory.maximumPoints else {
                    throw .invalid(
                        "The file has more than \(ImportDeviceHistory.maximumPoints) track points; split it.")
                }
                point = Point(latitude: try reader.attribute("lat"), longitude: try reader.attribute("lon"))
            case .text(let place, let isSection):
                guard point != nil, path.last?.isValue == true else { continue }
                text += try reader.text(at: place, isSection: isSection)
            case .end:
                let element = path.removeLast()
                if element == .trkpt, let found = point {
                    try add(found, number)
                    point = nil
                } else if element.isValue {
                    point?.set(element, String(text[...].trimming(\.isWhitespace)))
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
        guard GPXTrack.times.contains(time.rawValue) else {
            throw .invalid("Track point \(number): time must be in the past and after 1970-01-01.")
        }
        var timestamp = JSONWriter()
        if time.rawValue % 1000 == 0 || time.rawValue < GPXTrack.firstMilliseconds {
            timestamp.write(Double(time.rawValue) / 1000)
        } else {
            timestamp.write(json: String(time.rawValue))
        }
        points.append(
            Location(
                timestamp: LocationValue(json: String(decoding: timestamp.bytes, as: UTF8.self)), longitude: longitude,
                latitude: latitude,
                horizontalAccuracy: try token(point.accuracy, "accuracy") ?? LocationValue(json: "0"),
                speed: try token(point.speed, "speed"), batteryLevel: try token(point.batteryLevel, "batteryLevel"),
                altitude: try token(point.altitude, "ele")))
    }

    /// The timestamp from which histories read a number as milliseconds, and below which as seconds.
    private static let firstMilliseconds: Int64 = 100_000_000_000
    /// The valid times in milliseconds. In seconds, they are below `firstMilliseconds`.
    private static let times: Range<Int64> = 1000..<(firstMilliseconds * 1000)

    /// The elements whose text or attributes the reader uses; `other` is any other element.
    private enum Element: String, CaseIterable {
        case trkpt, time, ele, accuracy, speed, batteryLevel, other

        var isValue: Bool { self != .trkpt && self != .other }
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

        mutating func set(_ element: Element, _ text: String) {
            switch element {
            case .time: time = text
            case .ele: altitude = text
            case .accuracy: accuracy = text
            case .speed: speed = text
            case .batteryLevel: batteryLevel = text
            case .trkpt, .other: break
            }
        }
    }
}
