import BaliseAPI
import BaliseJSON
import Foundation

/// Whether this device is at a place, as far as its clear fixes tell. The server has the same rules for the reports
/// that it gets. The rule has no clock; the caller passes the time.
struct ArrivalRule: JSONConvertible, Hashable {
    /// An arrival or a departure that counts.
    struct Change: Hashable, Sendable {
        let isInside: Bool
        let since: Date
    }

    /// The seconds that the device must stay inside or outside before it counts. A passing device does not arrive.
    static let dwell: TimeInterval = 120
    /// The greatest age of a fix in seconds. A system also reports earlier places.
    private static let recent: TimeInterval = 600
    /// The seconds that a fix may be ahead of the clock.
    private static let leeway: TimeInterval = 60
    /// The accuracy of a phone among houses, in metres. It is enough within a smaller radius, too.
    private static let usualAccuracy = 100.0

    /// The id of the place.
    let id: String
    let latitude: Double
    let longitude: Double
    /// The radius in metres.
    let radius: Double
    /// Whether the device is inside; nil before the first clear fix.
    private(set) var isInside: Bool?
    /// The time since which fixes contradict `isInside`; nil while they agree.
    private(set) var changingSince: Date?
    /// When the last change began; nil before the first.
    private(set) var changedAt: Date?

    init(_ place: BaliseArrivalPlace) {
        (id, latitude, longitude) = (place.id, place.latitude, place.longitude)
        (radius, isInside) = (Double(place.radius), place.isInside)
    }

    var circle: LocationObservation.Boundary {
        LocationObservation.Boundary(latitude: latitude, longitude: longitude, radius: radius)
    }

    /// When the begun change counts unless a fix contradicts it; nil without one.
    var due: Date? { changingSince.map { $0 + Self.dwell } }

    /// Takes an event of the source; nil when only time has passed. Returns the change that now counts.
    mutating func take(_ event: LocationEvent?, at now: Date) -> Change? {
        switch event {
        case .fix(let fix):
            if let isInside = side(of: fix, at: now), begins(isInside) { changingSince = changingSince ?? now }
        case .crossed(id, let isInside, let time) where begins(isInside):
            // The system has already waited before it reported, so only the last change can delay this one.
            let begun = changingSince ?? time
            guard since(of: begun) > begun else { return change(to: isInside, since: begun) }
            changingSince = begun
        default: break
        }
        guard let isInside, let begun = changingSince, let due, due <= now else { return nil }
        return change(to: !isInside, since: since(of: begun))
    }

    /// Whether the device seems to have changed sides. If it has not, a begun change ends.
    private mutating func begins(_ isInside: Bool) -> Bool {
        if let known = self.isInside, known != isInside { return true }
        (self.isInside, changingSince) = (isInside, nil)
        return false
    }

    private mutating func change(to isInside: Bool, since: Date) -> Change {
        (self.isInside, changingSince, changedAt) = (isInside, nil, since)
        return Change(isInside: isInside, since: since)
    }

    /// Returns the beginning of a change, which is later than the last change by the dwell time.
    private func since(of begun: Date) -> Date { changedAt.map { max(begun, $0 + Self.dwell) } ?? begun }

    /// Returns whether a fix is clearly inside or outside; nil if it is old, inaccurate or in between.
    private func side(of fix: LocationFix, at now: Date) -> Bool? {
        let age = now.timeIntervalSince(fix.recordedAt)
        guard DeviceLocation(fix) != nil, (-Self.leeway...Self.recent).contains(age),
            fix.horizontalAccuracy <= max(radius, Self.usualAccuracy)
        else { return nil }
        let centre = LocationFix(
            recordedAt: fix.recordedAt, latitude: latitude, longitude: longitude, horizontalAccuracy: 0)
        let way = fix.metres(to: centre)
        if way <= radius { return true }
        // The extra distance prevents a device at the border from changing sides with every fix.
        return way - fix.horizontalAccuracy > radius + max(50, radius / 5) ? false : nil
    }
}
