// Answers ExplainRecipient: why was somebody told, or not?

import Models

/// Answers `ExplainRecipient`: with the figures by which those were found who were told, and computed anew for the
/// others.
struct ExplainRecipientHandler: Sendable {
    let service: PushContext

    func handle(_ request: ExplainRecipient, _ context: MessageContext) async throws -> RecipientExplanation {
        let announcement = try service.announcement(request.id, of: nil)
        try await service.store.inquire(
            about: request.account, announcement.record.id, askedBy: request.askedBy ?? "the operator",
            at: service.clock.now())
        let recipient = try service.store.recipient(of: request.account)
        if let recipient, let told = try service.store.told(recipient, of: announcement.number) {
            return ExplainRecipientHandler.explanation(announcement, told.figures, told.deliveries)
        }
        if let explanation = ExplainRecipientHandler.undecided(announcement) { return explanation }
        let resolvedAt = announcement.resolvedAt ?? announcement.record.createdAt
        let result = service.audience.result(
            on: Interest(announcement.record.announcement), for: recipient, at: resolvedAt
        ).asOf(resolvedAt)
        return RecipientExplanation(reason: result.reason, text: result.text, deliveries: [])
    }

    private static func explanation(
        _ announcement: KeptAnnouncement, _ figures: ResolvedRecipient?, _ deliveries: [DeliveryRecord]
    ) -> RecipientExplanation {
        // An entry of the inbox goes when the announcement is taken back and no push device has been told.
        if figures == nil, announcement.record.state == .cancelled, !deliveries.contains(where: { $0.state == .sent }) {
            return RecipientExplanation(
                reason: .cancelled, text: "it was taken back before it was sent", deliveries: deliveries)
        }
        guard let figures else {
            return RecipientExplanation(
                reason: .told, text: "the figures are not kept any more", deliveries: deliveries)
        }
        guard figures.distance > 0 else {
            return RecipientExplanation(
                reason: .told, text: "the position is not kept any more, nor the distance",
                deliveries: deliveries)
        }
        return RecipientExplanation(
            reason: .told, text: ReasonText.near(figures.distance, figures.radius), distance: figures.distance,
            radius: figures.radius, deliveries: deliveries)
    }

    /// Nil when its audience has been resolved.
    private static func undecided(_ announcement: KeptAnnouncement) -> RecipientExplanation? {
        let text: String
        switch announcement.record.state {
        case .scheduled: text = "it has not begun yet"
        case .deciding: text = "it is being decided"
        case .cancelled where announcement.isBarred:
            text = "it was cancelled when it was to begin, since its publisher had taken back too much around its place"
        case .cancelled where announcement.resolvedAt == nil: text = "it was cancelled before it was decided"
        case .delivering, .done, .cancelled: return nil
        }
        return RecipientExplanation(reason: .undecided, text: text, deliveries: [])
    }
}
