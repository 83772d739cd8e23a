// What APNs wants to know of each push type.

import Models

extension NotificationPushType {
    /// What the topic has behind the app's bundle id ("Sending notification requests to APNs", Know when to use push
    /// types). The topic of `mdm` is that of the certificate's subject, and has no app.
    var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        }
    }

    /// The most bytes of a payload.
    var largestPayload: Int { self == .voip ? 5120 : PayloadRules.largest }

    /// The priority of one that says none. Apple refuses `background` at once.
    var usualPriority: NotificationPriority { self == .background ? .considerate : .immediate }

    /// Whether FCM brings it too.
    var isForFCM: Bool { self == .alert || self == .background }

    /// Whether people read its texts.
    var isShown: Bool { self == .alert || self == .liveactivity }

    /// Whether its payload is `data` alone: the system's reader of such a push takes no other members.
    var isOfAppAlone: Bool { self == .mdm || self == .fileprovider }

    /// For a push to tokens of a purpose.
    init(_ purpose: PushPurpose) {
        switch purpose {
        case .alert: self = .alert
        case .voip: self = .voip
        case .location: self = .location
        case .complication: self = .complication
        case .fileprovider: self = .fileprovider
        case .mdm: self = .mdm
        case .activity, .activityStart: self = .liveactivity
        }
    }
}
