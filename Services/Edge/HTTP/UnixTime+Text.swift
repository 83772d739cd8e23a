import BaliseJSON
import Models

extension UnixTime {
    /// Reads a time in any form of `RFC3339`; nil for anything else.
    init?(written text: String) {
        guard let milliseconds = RFC3339.milliseconds(of: text) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension JSONObject {
    /// Sets a time in whole seconds of UTC, `2026-01-31T12:00:00Z`.
    mutating func set(_ name: String, _ time: UnixTime) { set(name, time.date) }
}
