public import Foundation

/// How exactly a device shares its places. A more exact mode uses more battery.
public enum LocationPower: Hashable, Sendable {
    /// Shares nothing, and observes nothing.
    case off
    /// Shares large moves, of about 500 m, and visits. The app sleeps in between. This mode uses little battery.
    case whenMoving
    /// While the device moves, shares a place every 50 m and at least every 5 minutes. When the device stops, the app
    /// sleeps until it is about 100 m away.
    case balanced
    /// Shares up to one place a second until a time, then returns to the previous mode. This mode uses much battery.
    case precise(until: Date)
}

extension LocationPower {
    static let lasting: [String: LocationPower] = ["off": .off, "whenMoving": .whenMoving, "balanced": .balanced]
}
