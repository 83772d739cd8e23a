import Models

extension NotificationPushType {
    /// The suffix of the topic ("Sending notification requests to APNs", Know when to use push types). The topic of
    /// `mdm` is that of the certificate's subject, and has no app.
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

    /// The largest payload in bytes.
    var largestPayload: Int { self == .voip ? 5120 : PayloadRules.largest }

    /// The default priority. Apple refuses `background` with the immediate priority.
    var usualPriority: NotificationPriority { self == .background ? .considerate : .immediate }

    var isForFCM: Bool { self == .alert || self == .background }

    var isShown: Bool { self == .alert || self == .liveactivity }

    /// Whether the system accepts only `data` in such a push.
    var isOfAppAlone: Bool { self == .mdm || self == .fileprovider }

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
