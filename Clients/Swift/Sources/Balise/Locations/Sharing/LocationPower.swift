public import Foundation

/// How exactly a device shares its places, and so how much battery that needs.
public enum LocationPower: Hashable, Sendable {
    /// Shares nothing, and observes nothing.
    case off
    /// Shares large moves, of about 500 m, and visits. The app sleeps in between. Needs little battery.
    case whenMoving
    /// While the device moves, shares a place every 50 m, and at least every 5 minutes. When it stops, the app sleeps
    /// until the device is about 100 m away.
    case balanced
    /// Shares up to one place a second until a time, then goes back to the previous mode. Needs much battery.
    case precise(until: Date)
}

extension LocationPower {
    static let lasting: [String: LocationPower] = ["off": .off, "whenMoving": .whenMoving, "balanced": .balanced]
}
