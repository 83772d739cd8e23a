// Until when a notification is of use.

extension NotificationContent {
    /// For how long a notification is of use that does not say, in seconds: as long as APNs keeps one.
    public static let usualLife: Int64 = 30 * 86_400
    /// For how long one that is tried once may wait for its turn, in seconds.
    public static let lifeOfOneTry: Int64 = 60

    /// From when on it is of no use any more, where it is of use from a moment on.
    public func end(from begin: UnixTime) -> UnixTime {
        let life = timeToLive ?? NotificationContent.usualLife
        return begin.adding(seconds: life == 0 ? NotificationContent.lifeOfOneTry : life)
    }
}
