import Models

struct InteractedNotification: Sendable {
    var number: Int64
    /// Interactions before this time are impossible.
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
    /// The interaction in the stored form; nil for an action that the notification does not have.
    ///
    /// The time is clamped between the notification's begin and now, because clocks of push devices may be wrong. A
    /// link that the notification does not have is dropped, so that apps cannot make Balise count invented ones.
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
