import BaliseJSON
import Models

// The form is described at https://www.traccar.org/osmand/.

extension TrackerRequest {
    /// Reads the parameters of a query or a form, or the JSON of newer apps. Their speed is in the tracker's own unit,
    /// except in the JSON of one generation of Traccar Client.
    init(osmAnd request: EdgeRequest, at now: UnixTime) {
        let type = MediaType(request.headers.contentType)
        if type.kind == .json, !request.body.isEmpty {
            if let root = try? JSONDocument(request.body).root {
                addTraccar(root, at: now)
            } else {
                discard(.malformed)
            }
        } else {
            let text = request.query.isEmpty ? String(decoding: request.body, as: UTF8.self) : request.query
            let query = Query(text)
            addOsmAnd(at: now) { query.text($0) }
        }
    }

    private mutating func addTraccar(_ root: JSONValue, at now: UnixTime) {
        if let positions = root.elements {
            for position in positions { addOsmAnd(at: now) { position.asText($0) } }
        } else if let location = root.member("location") {
            id = root.asText("device_id")
            speedUnit = .metresPerSecond
            addBackgroundGeolocation(location)
        } else if root.kind == .object {
            addOsmAnd(at: now) { root.asText($0) }
        } else {
            discard(.malformed)
        }
    }

    /// Adds a fix, or discards it. `value` returns the first value of a name; nil if it is absent or empty.
    private mutating func addOsmAnd(at now: UnixTime, _ value: (String) -> String?) {
        id = value("id") ?? value("deviceid") ?? id
        let pair = value("location")?.split(separator: ",").map(String.init) ?? []
        let (first, second): (String?, String?) = pair.count == 2 ? (pair[0], pair[1]) : (nil, nil)
        guard let latitude = (value("lat") ?? first).flatMap({ LocationValue(number: $0) }),
            let longitude = (value("lon") ?? second).flatMap({ LocationValue(number: $0) }),
            value("valid").map({ ["true", "1"].contains($0.lowercased()) }) ?? true
        else { return discard(.noPosition) }
        let written = value("timestamp")
        guard let time = written == nil ? now : written.flatMap({ UnixTime(osmAnd: $0) }) else {
            return discard(.noTime)
        }
        func number(_ name: String) -> LocationValue? { value(name).flatMap { LocationValue(number: $0) } }
        add(
            TrackerReport(
                location: Location(
                    timestamp: .zero, longitude: longitude, latitude: latitude,
                    horizontalAccuracy: number("accuracy") ?? .zero, speed: number("speed"),
                    batteryLevel: number("batt"), altitude: number("altitude")),
                fixedAt: time))
    }

    /// Reads the JSON of Traccar Client from 2025-05 to 2026-05.
    private mutating func addBackgroundGeolocation(_ location: JSONValue) {
        guard let place = location.member("coords"), let latitude = LocationValue(place.member("latitude")),
            let longitude = LocationValue(place.member("longitude"))
        else { return discard(.noPosition) }
        guard let time = location.text("timestamp").flatMap(RFC3339.milliseconds) else { return discard(.noTime) }
        add(
            TrackerReport(
                location: Location(
                    timestamp: .zero, longitude: longitude, latitude: latitude,
                    horizontalAccuracy: LocationValue(place.member("accuracy")) ?? .zero,
                    speed: LocationValue(place.member("speed")),
                    batteryLevel: LocationValue(percentOf: location.member("battery")?.member("level")),
                    altitude: LocationValue(place.member("altitude"))),
                fixedAt: UnixTime(milliseconds: time)))
    }
}

extension JSONValue {
    /// Returns a string, or the characters of a number or truth value; nil for an empty string and for other kinds.
    fileprivate func asText(_ name: String) -> String? {
        guard let value = member(named: name) else { return nil }
        switch value.kind {
        case .string: return value.string.flatMap { $0.isEmpty ? nil : $0 }
        case .number, .bool: return value.literal
        case .null, .array, .object: return nil
        }
    }
}

extension UnixTime {
    /// The largest number that means seconds. Larger numbers are milliseconds.
    private static let lastSecond = 2_147_483_647.0

    /// Reads seconds or milliseconds, a time of RFC 3339, or `2026-01-31 12:00:00` in UTC.
    fileprivate init?(osmAnd text: String) {
        if let number = decimal(text) {
            self.init(seconds: number < UnixTime.lastSecond ? number : number / 1000)
        } else if let time = UnixTime(written: text) ?? UnixTime(written: text + "Z") {
            self = time
        } else {
            return nil
        }
    }
}
