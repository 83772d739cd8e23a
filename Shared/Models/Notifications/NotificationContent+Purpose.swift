// To which push tokens a notification goes.

extension NotificationContent {
    /// What the push tokens are for that it goes to. Of `activity` only those of its Live Activity, and of
    /// `activityStart` those of its type.
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
