import BaliseJSON
import Models

// The form is described at https://owntracks.org/booklet/tech/json/.

extension TrackerRequest {
    /// Reads a message of OwnTracks' HTTP mode. Unknown types and members are accepted. An empty body only means that
    /// the user has deleted a friend.
    init(ownTracks body: [UInt8], at now: UnixTime) {
        speedUnit = .kilometresPerHour
        guard !body.isEmpty else { return }
        let root = try? JSONDocument(body).root
        switch root?.text("_type") {
        case "location"?: if let root { addOwnTracks(root, at: now) }
        case "encrypted"?: discard(.encrypted)
        case .some: discard(.notAPosition)
        case nil: discard(.malformed)
        }
    }

    mutating func addOwnTracks(_ location: JSONValue, at now: UnixTime) {
        wantsFriends = true
        isManual = location.text("t") == "u"
        tid = location.text("tid")
        guard let latitude = LocationValue(location.member("lat")),
            let longitude = LocationValue(location.member("lon"))
        else { return discard(.noPosition) }
        guard let time = UnixTime(ownTracks: location.number("tst"), at: now) else { return discard(.noTime) }
        add(
            TrackerReport(
                location: Location(
                    timestamp: .zero, longitude: longitude, latitude: latitude,
                    horizontalAccuracy: LocationValue(location.member("acc")) ?? .zero,
                    speed: LocationValue(location.member("vel")), batteryLevel: LocationValue(location.member("batt")),
                    altitude: LocationValue(location.member("alt"))),
                fixedAt: time))
    }
}

extension UnixTime {
    /// The seconds from 1970-01-01 to 2001-01-01.
    private static let secondsUntilReferenceDate = 978_307_200.0
    private static let longAgo = 20 * 365.25 * 86_400

    /// Reads a time. Overland's OwnTracks mode counts from 2001, so a time more than 20 years ago is read in that way.
    /// If it is then still more than 20 years ago, it is no time: a clock that was never set counts from 0.
    fileprivate init?(ownTracks seconds: Double?, at now: UnixTime) {
        guard var seconds else { return nil }
        let earliest = Double(now.rawValue) / 1000 - UnixTime.longAgo
        if seconds < earliest { seconds += UnixTime.secondsUntilReferenceDate }
        guard seconds >= earliest else { return nil }
        self.init(seconds: seconds)
    }
}
