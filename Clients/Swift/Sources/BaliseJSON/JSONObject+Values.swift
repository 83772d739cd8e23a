public import Foundation

/// The precision of a written time.
public enum TimePrecision: Sendable {
    /// Whole seconds, rounded down: the only form that every screen of the apps can read.
    case seconds
    /// Three decimal places of a second.
    case milliseconds
}

extension JSONObject {
    /// Sets a time in UTC, `2026-01-31T12:00:00Z`; nil leaves the member out.
    public mutating func set(_ name: String, _ time: Date?, to precision: TimePrecision = .seconds) {
        guard let time else { return }
        set(name, RFC3339.text(of: time, to: precision))
    }

    /// Sets an object; nil leaves the member out.
    public mutating func set(_ name: String, _ body: (some JSONWritable)?) {
        guard let body else { return }
        set(name, body.json)
    }

    /// Sets an array of objects.
    public mutating func set(_ name: String, _ bodies: [some JSONWritable]) { set(name, bodies.map(\.json)) }
}
