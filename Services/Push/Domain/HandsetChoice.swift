// To which token of a handset something goes.

import Models

/// A token as far as it matters for the choice.
struct Reachable: Sendable {
    var token: Int64
    var provider: PushProvider
    var environment: PushEnvironment
    var handset: HandsetKey
    /// When it was last registered.
    var updatedAt: UnixTime

    var channel: DeliveryChannel { DeliveryChannel(provider, environment) }
}

/// To which token of a handset something goes: one each, since people do not want to be told twice.
enum HandsetChoice {
    /// One token a handset: APNs' before FCM's, which reaches the same handset by another way, and of several the latest.
    static func one(of tokens: [Reachable]) -> [Reachable] {
        if tokens.count < 2 { return tokens }
        var chosen: [HandsetKey: Reachable] = [:]
        for token in tokens {
            if let former = chosen[token.handset], former.isBetter(than: token) { continue }
            chosen[token.handset] = token
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
