import Models

/// Each has its own queue: one channel continues while another is held up.
enum DeliveryChannel: Int, CaseIterable, Sendable {
    case apnsProduction = 0
    case apnsSandbox = 1
    case fcm = 2

    init(_ provider: PushProvider, _ environment: PushEnvironment) {
        switch (provider, environment) {
        case (.fcm, _): self = .fcm
        case (_, .sandbox): self = .apnsSandbox
        default: self = .apnsProduction
        }
    }

    var provider: PushProvider { self == .fcm ? .fcm : .apns }
}
