import Models

struct InteractedNotification: Sendable {
    var number: Int64
    var beginsAt: UnixTime
    var content: NotificationContent
}

struct CountedInteraction: Hashable, Sendable {
    var notification: Int64
    var action: String
    var link: String?
    var at: UnixTime
}

extension InteractedNotification {
    /// Nil for an action that the notification does not have. The time is clamped between its begin and now, because clocks
    /// of push devices may be wrong. Unknown links are dropped, so that apps cannot make Balise count invented ones.
    func counted(_ interaction: NotificationInteraction, at now: UnixTime) -> CountedInteraction? {
        let known = [NotificationInteraction.opened, NotificationInteraction.dismissed] + content.actions.map(\.id)
        guard known.containsExactly(interaction.action) else { return nil }
        let links = [content.link] + content.actions.map(\.link)
        return CountedInteraction(
            notification: number, action: interaction.action,
            link: interaction.link.flatMap { links.compactMap(\.self).containsExactly($0) && !$0.isEmpty ? $0 : nil },
            at: min(max(interaction.at, beginsAt), now))
    }
}
