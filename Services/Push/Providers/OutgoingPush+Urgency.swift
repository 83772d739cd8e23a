import Models

extension OutgoingPush.Urgency {
    init(_ priority: NotificationPriority) {
        switch priority {
        case .immediate: self = .immediate
        case .considerate: self = .considerate
        case .low: self = .low
        }
    }

    /// `apns-priority`.
    var ofAPNs: String {
        switch self {
        case .immediate: "10"
        case .considerate: "5"
        case .low: "1"
        }
    }
}
