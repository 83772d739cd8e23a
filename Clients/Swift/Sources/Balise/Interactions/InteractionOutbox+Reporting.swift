import BaliseAPI

extension InteractionOutbox: NotificationInteractionReporting {
    /// Stores an interaction. Failures are ignored, also without a user: the app opens a tap's target in any case.
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
