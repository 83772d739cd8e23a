// Which app a push is for, and as whom it is sent.

import Models
import ServiceSettings

/// Finds the topic and the credential of pushes by the settings.
struct APNsRoutes: Sendable {
    /// The credential that a push is sent with, and the environment it is sent to.
    struct Route: Hashable, Sendable {
        /// Nil for the credential of all apps without one of their own.
        var app: String?
        var environment: PushEnvironment
    }

    private struct Key: Hashable {
        var topic: String
        var environment: PushEnvironment
    }

    /// The bundle id of the app whose tokens name none.
    let commonTopic: String?
    /// What tokens may name.
    private let known: Set<String>
    private let apps: [Key: String]

    /// Whether topics have credentials of their own.
    var hasApps: Bool { !apps.isEmpty }

    init(_ settings: APNsSettings) {
        let own = settings.apps.flatMap(\.topics)
        // Without a topic for all, that of the only app.
        commonTopic = settings.topic ?? (Set(own).count == 1 ? own.first : nil)
        known = Set(settings.otherTopics + own)
        apps = settings.apps.reduce(into: [:]) { apps, app in
            for topic in app.topics {
                for environment in app.environments { apps[Key(topic: topic, environment: environment)] = app.name }
            }
        }
    }

    func route(of push: OutgoingPush) -> Route { route(of: push.topic, push.environment) }

    /// For the app that is named in one of the environments; nil for the configured one.
    func route(of topic: String?, _ environment: PushEnvironment) -> Route {
        let key = bundleID(topic).map { Key(topic: $0, environment: environment) }
        return Route(app: key.flatMap { apps[$0] }, environment: environment)
    }

    /// The value of `apns-topic`: the bundle id with what the push type adds. Nil where no app is configured.
    func topic(of push: OutgoingPush, along route: Route) -> String? {
        guard let topic = bundleID(push.topic) else { return nil }
        let suffix = push.usedPushType.topicSuffix
        return suffix.isEmpty || topic.hasSuffix(suffix) ? topic : topic + suffix
    }

    /// The app's own bundle id where the configuration allows it, else the configured one.
    func bundleID(_ topic: String?) -> String? { topic.flatMap { known.contains($0) ? $0 : nil } ?? commonTopic }
}
