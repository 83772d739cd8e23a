import BaliseAPI

extension InteractionOutbox: NotificationInteractionReporting {
    /// Stores an interaction of the signed-in user. Failures are ignored, also when no user is signed in: the app opens
    /// the target of a tap in any case.
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
