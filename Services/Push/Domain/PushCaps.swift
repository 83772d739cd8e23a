// How many pushes of a kind a person gets at most.

import Models

/// How many pushes of a kind a person gets at most in a time.
struct PushCaps: Sendable {
    var kinds = NotificationKinds()
    /// Of kinds without a number of their own that people can switch off; nil for any number.
    var general: Int?
    /// In seconds.
    var window: Int64 = 86_400

    /// How many of a kind; nil for any number.
    func cap(of name: String) -> Int? {
        let kind = kinds[name]
        return kind?.cap ?? (kind?.isMandatory == true ? nil : general)
    }

    /// Since when pushes count.
    func beginning(at now: UnixTime) -> UnixTime { now.adding(seconds: -window) }
}
