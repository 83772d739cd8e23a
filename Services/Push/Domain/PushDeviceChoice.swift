// To which token of a push device something goes.

import Models

/// A token as far as it matters for the choice.
struct Reachable: Sendable {
    var token: Int64
    var provider: PushProvider
    var environment: PushEnvironment
    var pushDevice: PushDeviceKey
    /// When it was last registered.
    var updatedAt: UnixTime
    var facts = DeviceFacts(platform: "ios")

    var channel: DeliveryChannel { DeliveryChannel(provider, environment) }
}

/// To which token of a push device something goes: one each, since people do not want to be told twice.
enum PushDeviceChoice {
    /// One token a push device: APNs' before FCM's, which reaches the same push device by another way, and of several
    /// the latest.
    static func one(of tokens: [Reachable]) -> [Reachable] {
        if tokens.count < 2 { return tokens }
        var chosen: [PushDeviceKey: Reachable] = [:]
        for token in tokens {
            if let former = chosen[token.pushDevice], former.isBetter(than: token) { continue }
            chosen[token.pushDevice] = token
        }
        return chosen.values.sorted { $0.token < $1.token }
    }
}

extension Reachable {
    fileprivate func isBetter(than other: Reachable) -> Bool {
        if provider != other.provider { return provider == .apns }
        return (updatedAt, token) > (other.updatedAt, other.token)
    }
}
