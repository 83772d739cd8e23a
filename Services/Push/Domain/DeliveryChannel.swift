// The ways to the providers, each with a queue of its own.

import Models

/// Where a delivery waits: each channel goes on when another one is held up.
enum DeliveryChannel: Int, CaseIterable, Sendable {
    case apnsProduction = 0
    case apnsSandbox = 1
    case fcm = 2

    init(_ provider: PushProvider, _ environment: PushEnvironment) {
        switch (provider, environment) {
        case (.fcm, _): self = .fcm
        case (.apns, .production): self = .apnsProduction
        case (.apns, .sandbox): self = .apnsSandbox
        }
    }

    var provider: PushProvider { self == .fcm ? .fcm : .apns }
}
