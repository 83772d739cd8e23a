extension NotificationContent {
    /// The default time to live, in seconds. APNs stores a push for at most that long.
    public static let usualLife: Int64 = 30 * 86_400
    /// The longest time for which a notification that is tried only once may wait, in seconds.
    public static let lifeOfOneTry: Int64 = 60

    public func end(from begin: UnixTime) -> UnixTime {
        let life = timeToLive ?? NotificationContent.usualLife
        return begin.adding(seconds: life == 0 ? NotificationContent.lifeOfOneTry : life)
    }

    /// The purpose of the tokens that get the push. `activity` means only the tokens of its Live Activity,
    /// `activityStart` only those of its type.
    public var purpose: PushPurpose {
        switch pushType {
        case .alert, .background: .alert
        case .location: .location
        case .voip: .voip
        case .complication: .complication
        case .fileprovider: .fileprovider
        case .mdm: .mdm
        case .liveactivity: liveActivity?.event == .start ? .activityStart : .activity
        }
    }
}
