import Models
import ServiceSettings

struct APNsRoutes: Sendable {
    /// The credential that a push is sent with, and the environment it is sent to.
    struct Route: Hashable, Sendable {
        var app: String?
        var environment: PushEnvironment
    }

    private struct Key: Hashable {
        var topic: String
        var environment: PushEnvironment
    }

    let commonTopic: String?
    private let known: Set<String>
    private let apps: [Key: String]

    var hasApps: Bool { !apps.isEmpty }

    init(_ settings: APNsSettings) {
        let own = settings.apps.flatMap(\.topics)
        // If there is no common topic, the topic of the only app is used.
        commonTopic = settings.topic ?? (Set(own).count == 1 ? own.first : nil)
        known = Set(settings.otherTopics + own)
        apps = settings.apps.reduce(into: [:]) { apps, app in
            for topic in app.topics {
                for environment in app.environments { apps[Key(topic: topic, environment: environment)] = app.name }
            }
        }
    }

    func route(of push: OutgoingPush) -> Route { route(of: push.topic, push.environment) }

    func route(of topic: String?, _ environment: PushEnvironment) -> Route {
        let key = bundleID(topic).map { Key(topic: $0, environment: environment) }
        return Route(app: key.flatMap { apps[$0] }, environment: environment)
    }

    /// Returns `apns-topic`: the bundle id with the suffix of the push type. Nil without a configured app.
    func topic(of push: OutgoingPush, along route: Route) -> String? {
        guard let topic = bundleID(push.topic) else { return nil }
        let suffix = push.usedPushType.topicSuffix
        return suffix.isEmpty || topic.hasSuffix(suffix) ? topic : topic + suffix
    }

    /// Returns the app's own bundle id if it is configured, otherwise the common topic.
    func bundleID(_ topic: String?) -> String? { topic.flatMap { known.contains($0) ? $0 : nil } ?? commonTopic }
}
