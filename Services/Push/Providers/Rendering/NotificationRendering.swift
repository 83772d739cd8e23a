import BaliseJSON
import Foundation
import Models

struct RenderedOccasion: Hashable, Sendable {
    var id: String
    var badge: Int
    var beginsAt: UnixTime
    var endsAt: UnixTime
}

struct RenderedPush: Hashable, Sendable {
    /// The payload for APNs; for FCM the message without `token` and `android`.
    var payload: Data
    /// The members for Android through FCM, without `ttl`, which depends on the time of sending.
    var android: Data?
    var pushType: NotificationPushType
    var priority: NotificationPriority
    /// The time at which the push expires; nil if the provider tries only once.
    var expiresAt: UnixTime?
    var collapseID: String?

    /// The headers of the push, by the names that APNs uses.
    var headers: [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = [
            ("apns-push-type", pushType.rawValue), ("apns-priority", priority.ofAPNs),
            ("apns-expiration", String((expiresAt?.rawValue ?? 0) / 1000)),
        ]
        if let collapseID { headers.append(("apns-collapse-id", collapseID)) }
        return headers
    }

    /// The size in bytes, as the provider's limit counts it.
    var size: Int { payload.count + (android?.count ?? 0) }
}

/// Renders contents. A content that passed `NotificationRules` can be rendered.
enum NotificationRendering {
    enum Failure: Error, Hashable {
        case text(FilledText.Unfillable)
        /// A raw part sets a member that the content sets as well.
        case collision(String)
    }

    static func push(
        _ content: NotificationContent, for provider: PushProvider, in text: NotificationText?,
        _ occasion: RenderedOccasion
    ) throws(Failure) -> RenderedPush {
        let filled: FilledText
        do throws(FilledText.Unfillable) { filled = try FilledText(text, of: content) } catch { throw .text(error) }
        var push = RenderedPush(
            payload: Data(), pushType: content.pushType, priority: content.priority ?? content.pushType.usualPriority,
            expiresAt: content.timeToLive == 0 ? nil : occasion.endsAt, collapseID: collapseID(of: content, occasion))
        switch provider {
        case .fcm: try FCMRendering.fill(&push, content, filled, occasion)
        default: push.payload = try apns(content, filled, occasion)
        }
        return push
    }

    /// Returns the collapse id. By default only an alert replaces an earlier alert on the screen. A push of another
    /// type wakes the app, so each must arrive.
    private static func collapseID(of content: NotificationContent, _ occasion: RenderedOccasion) -> String? {
        content.collapseID ?? (content.pushType == .alert ? occasion.id : nil)
    }

    private static func apns(
        _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion
    ) throws(Failure) -> Data {
        var payload = JSONTree()
        payload.set("aps", aps(content, text, occasion, hasAlert: true))
        if !content.pushType.isOfAppAlone, content.pushType != .liveactivity {
            payload.set("notificationId", occasion.id)
            payload.set("link", content.link)
            payload.set("imageUrl", content.imageURL)
            payload.set("actions", json: actions(text))
        }
        try add(content.data, to: &payload, "data")
        try add(content.apns, to: &payload, "apns")
        return payload.isEmpty ? Data(#"{"aps":{}}"#.utf8) : payload.bytes
    }

    /// Returns the member `aps` ("Generating a remote notification", Payload key reference). `hasAlert` is false if
    /// FCM's `notification` contains the texts.
    static func aps(
        _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion, hasAlert: Bool
    ) -> JSONTree {
        switch content.pushType {
        case .alert: return alert(content, text, occasion, hasAlert: hasAlert)
        case .background:
            var aps = JSONTree()
            aps.set("content-available", Int64(1))
            return aps
        case .liveactivity: return activity(content, text, occasion)
        case .location, .voip, .complication, .fileprovider, .mdm: return JSONTree()
        }
    }

    private static func alert(
        _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion, hasAlert: Bool
    ) -> JSONTree {
        var aps = JSONTree()
        if hasAlert {
            var alert = JSONTree()
            alert.set("title", text.title)
            alert.set("subtitle", text.subtitle)
            alert.set("body", text.body)
            aps.set("alert", alert)
        }
        switch content.badge {
        case .unread: aps.set("badge", Int64(occasion.badge))
        case .fixed(let number): aps.set("badge", Int64(number))
        case .unchanged: break
        }
        if let sound = content.sound {
            if content.interruptionLevel == .critical {
                var critical = JSONTree()
                critical.set("critical", Int64(1))
                critical.set("name", sound.name)
                critical.set("volume", sound.volume)
                aps.set("sound", critical)
            } else {
                aps.set("sound", sound.name)
            }
        }
        aps.set("thread-id", content.thread)
        aps.set("category", content.category)
        if content.wakesApp { aps.set("content-available", Int64(1)) }
        // iPhones show images and actions only with the app's notification service extension.
        if content.imageURL != nil || !text.actions.isEmpty { aps.set("mutable-content", Int64(1)) }
        aps.set("interruption-level", content.interruptionLevel?.rawValue)
        aps.set("relevance-score", content.relevance)
        return aps
    }

    static func actions(_ text: FilledText) -> String? {
        guard !text.actions.isEmpty else { return nil }
        let all = text.actions.map { action in
            var json = JSONTree()
            json.set("id", action.id)
            json.set("title", action.title)
            json.set("link", action.link)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return "[" + all.joined(separator: ",") + "]"
    }

    static func add(_ object: JSONDetails?, to tree: inout JSONTree, _ name: String) throws(Failure) {
        if let object = object?.value { try tree.add(object, at: name) }
    }

    /// Returns `aps` for a Live Activity ("Starting and updating Live Activities with ActivityKit push notifications").
    private static func activity(
        _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion
    ) -> JSONTree {
        guard let activity = content.liveActivity else { return JSONTree() }
        var aps = JSONTree()
        // A push device ignores an update that is older than the update it shows.
        aps.set("timestamp", occasion.beginsAt.rawValue / 1000)
        aps.set("event", activity.event.rawValue)
        aps.set("content-state", json: activity.state.text)
        if activity.event == .start {
            aps.set("attributes-type", activity.attributesType)
            aps.set("attributes", json: activity.attributes?.text)
            // The app receives a token for this activity, with which it is updated later.
            aps.set("input-push-token", Int64(1))
        }
        aps.set("stale-date", activity.staleAt.map { $0.rawValue / 1000 })
        aps.set("dismissal-date", activity.dismissalAt.map { $0.rawValue / 1000 })
        aps.set("relevance-score", content.relevance)
        if !text.isEmpty {
            var alert = JSONTree()
            alert.set("title", text.title)
            alert.set("body", text.body)
            alert.set("sound", content.sound?.name)
            aps.set("alert", alert)
        }
        return aps
    }
}
