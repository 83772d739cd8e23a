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
            for point in locations { addOverland(point) }
            // This is the present place, if the batch is only a part of the waiting places. A later batch has it, too.
            if let current = root.given("current") { addOverland(current) }
        } else {
            discard(.malformed)
        }
    }

    private mutating func addOverland(_ point: JSONValue) {
        guard let properties = point.member("properties"), properties.kind == .object else {
            return discard(.malformed)
        }
        let action = properties.text("action")
        guard action == nil || action == "visit", properties.text("type") != "trip" else {
            return discard(.notAPosition)
        }
        let coordinates = point.member("geometry")?.member("coordinates")?.elements.map(Array.init) ?? []
        guard coordinates.count >= 2, let longitude = LocationValue(coordinates[0]),
            let latitude = LocationValue(coordinates[1])
        else { return discard(.noPosition) }
        guard let milliseconds = properties.text("timestamp").flatMap(RFC3339.milliseconds) else {
            return discard(.noTime)
        }
        id = properties.text("device_id") ?? id
        add(
            TrackerReport(
                location: Location(
                    timestamp: .zero, longitude: longitude, latitude: latitude,
                    horizontalAccuracy: LocationValue(properties.member("horizontal_accuracy")) ?? .zero,
                    speed: LocationValue(properties.member("speed")),
                    batteryLevel: LocationValue(percentOf: properties.member("battery_level")),
                    altitude: LocationValue(properties.member("altitude"))),
                fixedAt: UnixTime(milliseconds: milliseconds), isOfVisit: action == "visit" ? true : nil))
    }
}
