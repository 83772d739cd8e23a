import BaliseJSON
import Models

// The form is described at https://github.com/aaronpk/Overland-iOS#api.

extension TrackerRequest {
    /// Reads a batch of Overland, or the single message of its OwnTracks mode.
    init(overland body: [UInt8], at now: UnixTime) {
        speedUnit = .metresPerSecond
        let root = try? JSONDocument(body).root
        if let root, root.text("_type") == "location" {
            speedUnit = .kilometresPerHour
            addOwnTracks(root, at: now)
            wantsFriends = false
        } else if let root, let locations = root.member("locations")?.elements {
            for point in locations {
                if let report = overland(point) { add(report) }
            }
            // This is the present place, if the batch is only a part of the waiting places.
            if let current = root.given("current"), let report = overland(current) { addPresent(report) }
        } else {
            discard(.malformed)
        }
    }

    /// Reads a point. Nil for a point without a place or a time, which counts as discarded.
    private mutating func overland(_ point: JSONValue) -> TrackerReport? {
        guard let properties = point.member("properties"), properties.kind == .object else {
            discard(.malformed)
            return nil
        }
        let action = properties.text("action")
        guard action == nil || action == "visit", properties.text("type") != "trip" else {
            discard(.notAPosition)
            return nil
        }
        let coordinates = point.member("geometry")?.member("coordinates")?.elements.map(Array.init) ?? []
        guard coordinates.count >= 2, let longitude = LocationValue(coordinates[0]),
            let latitude = LocationValue(coordinates[1])
        else {
            discard(.noPosition)
            return nil
        }
        guard let milliseconds = properties.text("timestamp").flatMap(RFC3339.milliseconds) else {
            discard(.noTime)
            return nil
        }
        id = properties.text("device_id") ?? id
        return TrackerReport(
            location: Location(
                timestamp: .zero, longitude: longitude, latitude: latitude,
                horizontalAccuracy: LocationValue(properties.member("horizontal_accuracy")) ?? .zero,
                speed: LocationValue(properties.member("speed")),
                batteryLevel: LocationValue(percentOf: properties.member("battery_level")),
                altitude: LocationValue(properties.member("altitude"))),
            fixedAt: UnixTime(milliseconds: milliseconds), isOfVisit: action == "visit" ? true : nil)
    }
}
