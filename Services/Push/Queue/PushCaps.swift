import Models

/// Pushes of a kind to a user within a time.
struct PushCaps: Sendable {
    var kinds = NotificationKinds()
    /// For kinds that users can switch off and that have no cap of their own.
    var general: Int?
    /// In seconds.
    var window: Int64 = 86_400

    func cap(of name: String) -> Int? {
        let kind = kinds[name]
        return kind?.cap ?? (kind?.isMandatory == true ? nil : general)
    }

    /// Older pushes do not count.
    func beginning(at now: UnixTime) -> UnixTime { now.adding(seconds: -window) }
}
