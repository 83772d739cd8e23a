import Models

struct Reachable: Sendable {
    var token: Int64
    var provider: PushProvider
    var environment: PushEnvironment
    var pushDevice: PushDeviceKey
    var updatedAt: UnixTime
    var facts = DeviceFacts(platform: "ios")

    var channel: DeliveryChannel { DeliveryChannel(provider, environment) }

    fileprivate func isBetter(than other: Reachable) -> Bool {
        if provider != other.provider { return provider == .apns }
        return (updatedAt, token) > (other.updatedAt, other.token)
    }
}

/// Chooses one token of each push device, because users must not see a notification twice.
enum PushDeviceChoice {
    /// Chooses a token for each push device (`Reachable.isBetter`).
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

struct PushDeviceKey: Hashable {
    private let name: ExactText

    /// Identifies the push device by the app's id, else by the session, because an app signs in once on each device.
    init(pushDevice: String?, session: String) {
        name = ExactText(pushDevice.map { "device/" + $0 } ?? "session/" + session)
    }
}
