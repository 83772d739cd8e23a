import Models
import Synchronization

/// Counts the providers' answers by app and credential, since the service started to work.
final class PushHealth: Sendable {
    private struct Key: Hashable {
        var channel: DeliveryChannel
        var topic: String?
        var credential: String?
    }

    fileprivate struct Counts {
        var sent = 0
        var gone = 0
        var refusals: [String: Int] = [:]
        var lastSentAt: UnixTime?
        var lastError: PushFailure?

        /// Counts a refusal by the part of the reason before the colon. The rest concerns a single push.
        mutating func refuse(_ reason: String, at now: UnixTime) {
            lastError = PushFailure(reason: PushHealth.kept(reason), at: now)
            let word = PushHealth.kept(String(reason.prefix { $0 != ":" }))
            let isTooMany = refusals[word] == nil && refusals.count >= PushHealth.maximumReasons
            refusals[isTooMany ? PushHealth.otherReasons : word, default: 0] += 1
        }
    }

    /// The most reasons for each app and credential. Further reasons count as `otherReasons`.
    static let maximumReasons = 50
    static let otherReasons = "other reasons"

    private static let reasonBytes = 100

    private let routes: APNsRoutes?
    private let since: UnixTime
    private let counts = Mutex<[Key: Counts]>([:])

    /// Makes the counters.
    /// - Parameter routes: The apps of the settings. They limit the number of counters, whatever apps claim. Nil counts
    ///   all apps as one app.
    init(_ routes: APNsRoutes? = nil, since: UnixTime) {
        self.routes = routes
        self.since = since
    }

    /// Counts an outcome. Outcomes of expired or outdated deliveries are ignored, because their pushes were not sent.
    func record(_ outcome: DeliveryOutcome, on channel: DeliveryChannel, topic: String?, at now: UnixTime) {
        switch outcome {
        case .unanswered(let inner), .lost(let inner): record(inner, on: channel, topic: topic, at: now)
        case .expired, .outdated: break
        case .sent:
            change(channel, topic) { counts in
                counts.sent += 1
                counts.lastSentAt = now
            }
        case .removeToken(let reason, _):
            change(channel, topic) { counts in
                counts.gone += 1
                counts.refuse(reason, at: now)
            }
        case .retry(_, let reason), .outage(_, let reason), .failed(let reason, _), .tryOtherEnvironment(let reason),
            .stopCredential(let reason), .waitForCredential(_, let reason), .unreachable(let reason):
            change(channel, topic) { $0.refuse(reason, at: now) }
        }
    }

    func reply(_ problems: [String]) -> GetPushHealth.Reply {
        let apps = counts.withLock { $0 }.map { key, counts in
            PushAppHealth(
                provider: key.channel.provider, environment: key.channel == .apnsSandbox ? .sandbox : .production,
                topic: key.topic, credential: key.credential, sent: counts.sent, gone: counts.gone,
                refusals: counts.refusals.map { PushAppHealth.Refusal(reason: $0.key, count: $0.value) }
                    .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) },
                lastSentAt: counts.lastSentAt, lastError: counts.lastError)
        }
        let sorted = apps.sorted { one, other in
            (one.provider.rawValue, one.environment.rawValue, one.topic ?? "")
                < (other.provider.rawValue, other.environment.rawValue, other.topic ?? "")
        }
        return GetPushHealth.Reply(since: since, apps: sorted, problems: problems)
    }

    private func change(_ channel: DeliveryChannel, _ topic: String?, by change: (inout Counts) -> Void) {
        var key = Key(channel: channel)
        if channel != .fcm, let routes {
            key.topic = routes.bundleID(topic)
            key.credential = routes.route(of: topic, channel == .apnsSandbox ? .sandbox : .production).app
        }
        counts.withLock { change(&$0[key, default: Counts()]) }
    }

    fileprivate static func kept(_ reason: String) -> String {
        String(decoding: reason.utf8.prefix(reasonBytes), as: UTF8.self)
    }
}
