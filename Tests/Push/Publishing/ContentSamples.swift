@testable import Push

extension NotificationContent {
    static func alert(_ texts: [NotificationText] = [NotificationText(language: "en", title: "T", body: "B")])
        -> NotificationContent
    { NotificationContent(texts: texts, sound: NotificationSound()) }

    static var whole: NotificationContent {
        NotificationContent(
            texts: [
                NotificationText(language: "en", title: "Hi {name}", subtitle: "S", body: "{{{count}}"),
                NotificationText(language: "fr-CA", title: "Allô {name}", body: "Texte"),
            ], fallbackLanguage: "en",
            arguments: [
                NotificationArgument(name: "name", value: "Ada"), NotificationArgument(name: "count", value: "3"),
            ],
            imageURL: "https://example.com/a.png", sound: NotificationSound(name: "bell.caf"), badge: .fixed(0),
            category: "ORDER", actions: [NotificationAction(id: "ok", title: "Yes, {name}", link: "app://ok")],
            thread: "orders", interruptionLevel: .passive, relevance: 0.5, link: "app://orders/1",
            data: #"{"order":1,"deep":{"a":[true]},"text":"é"}"#, timeToLive: 3600, priority: .considerate,
            collapseID: "order-1", wakesApp: true,
            android: AndroidContent(
                channel: "orders", icon: "ic_order", color: "#0a84ff", tag: "t", imageURL: "https://example.com/b.png"),
            apns: #"{"aps":{"target-content-id":"w"},"extra":{"x":1}}"#,
            fcm:
                #"{"android":{"direct_boot_ok":true,"notification":{"ticker":"t"}},"fcm_options":{"analytics_label":"l"}}"#
        )
    }

    static func unseen(_ pushType: NotificationPushType, data: JSONDetails? = nil) -> NotificationContent {
        NotificationContent(pushType: pushType, data: data)
    }

    static func activity(_ event: LiveActivityEvent) -> NotificationContent {
        NotificationContent(
            pushType: .liveactivity,
            texts: event == .start ? [NotificationText(language: "en", title: "T", body: "B")] : [],
            timeToLive: 100,
            liveActivity: LiveActivityContent(
                event: event, activity: "match-7", state: #"{"score":"1:0"}"#,
                attributesType: event == .start ? "MatchAttributes" : nil,
                attributes: event == .start ? #"{"home":"A"}"# : nil,
                dismissalAt: event == .end ? UnixTime(milliseconds: 1_800_000_500_000) : nil))
    }
}

extension RenderedOccasion {
    static let sample = RenderedOccasion(
        id: "n1", badge: 3, beginsAt: .start, endsAt: UnixTime(milliseconds: 1_800_000_100_000))
}

func rendered(
    _ content: NotificationContent, for provider: PushProvider = .apns, language: String? = nil
) throws -> (payload: String, android: String?, push: RenderedPush) {
    let push = try NotificationRendering.push(content, for: provider, in: content.text(for: language), .sample)
    return (
        String(decoding: push.payload, as: UTF8.self), push.android.map { String(decoding: $0, as: UTF8.self) }, push
    )
}

func refusal(of content: NotificationContent, mayInterrupt: Bool = false) -> ServiceError? {
    do throws(ServiceError) {
        try NotificationRules.check(content, mayInterrupt: mayInterrupt)
        return nil
    } catch {
        return error
    }
}
