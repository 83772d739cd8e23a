extension NotificationContent {
    /// `activity` means only the tokens of its Live Activity, `activityStart` only those of its type.
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
