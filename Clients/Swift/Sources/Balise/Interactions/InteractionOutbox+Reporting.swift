// The outbox of interactions as what a responder to pushes reports to.

import BaliseAPI

extension InteractionOutbox: NotificationInteractionReporting {
    /// Takes in what the person who is signed in did. What nobody who is signed in did, and what cannot be stored, is left
    /// out: what a tap opens does not depend on it.
    public func report(_ interaction: PushInteraction) async { _ = try? await add(BaliseInteraction(interaction)) }
}

extension BaliseInteraction {
    fileprivate init(_ interaction: PushInteraction) {
        let action =
            switch interaction.act {
            case .opened: BaliseInteraction.opened
            case .dismissed: BaliseInteraction.dismissed
            case .action(let id): id
            }
        self.init(
            notificationId: interaction.notification, action: action, at: interaction.at, link: interaction.link)
    }
}
