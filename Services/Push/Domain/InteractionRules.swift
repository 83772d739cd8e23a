// What of people's interactions with a notification is counted.

import Models

/// A notification that somebody says to have been sent.
struct InteractedNotification: Sendable {
    var number: Int64
    /// Before that nobody can have done anything with it.
    var beginsAt: UnixTime
    var content: NotificationContent
}

/// What somebody did with a notification, as it is kept.
struct CountedInteraction: Hashable, Sendable {
    /// By its number.
    var notification: Int64
    var action: String
    var link: String?
    var at: UnixTime
}

extension InteractedNotification {
    /// The interaction as it is kept; nil for an action that the notification does not have.
    ///
    /// The moment is between the notification's begin and now, since clocks of push devices may be wrong. An address that
    /// is none of the notification's is not kept: nobody can make others count what they have made up.
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
