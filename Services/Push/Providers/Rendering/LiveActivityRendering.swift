import Models

/// "Starting and updating Live Activities with ActivityKit push notifications".
enum LiveActivityRendering {
    static func aps(
        _ content: NotificationContent, _ text: FilledText, _ occasion: RenderedOccasion
    ) -> JSONTree {
        guard let activity = content.liveActivity else { return JSONTree() }
        var aps = JSONTree()
        // A push device ignores updates that are older than the shown one.
        aps.set("timestamp", occasion.beginsAt.rawValue / 1000)
        aps.set("event", activity.event.rawValue)
        aps.set("content-state", json: activity.state.text)
        if activity.event == .start {
            aps.set("attributes-type", activity.attributesType)
            aps.set("attributes", json: activity.attributes?.text)
            // The app receives a token for this activity, for later updates.
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
