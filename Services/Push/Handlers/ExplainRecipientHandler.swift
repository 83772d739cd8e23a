import Models

/// Answers `ExplainRecipient` with the stored figures for recipients, and with newly computed ones for other users.
///
/// A push depends on the user's exact place. So the answer tells whether a user was notified only if the grid square of
/// their place implies it. Recipients close to the edge of their radius get the same answer as other users.
struct ExplainRecipientHandler: Sendable {
    let service: PushContext

    func handle(_ request: ExplainRecipient, _ context: MessageContext) async throws -> RecipientExplanation {
        let isNotification = request.isNotification == true
        guard let announcement = try await service.store.pending(request.id, isNotification: isNotification) else {
            throw ServiceError(
                .notFound, "there is no \(isNotification ? "notification" : "announcement") with this id")
        }
        try await service.store.inquire(
            about: request.account, announcement.id, askedBy: request.askedBy ?? "the operator",
            at: service.clock.now())
        let recipient = try await service.store.recipient(of: request.account)
        var deliveries: [DeliveryRecord] = []
        if let recipient, let told = try await service.store.told(recipient, of: announcement.number) {
            if let figures = told.figures, figures.mayBeKnown {
                return ExplainRecipientHandler.explanation(
                    figures, told.deliveries, isPlaced: announcement.query.place != nil)
            }
            deliveries = told.deliveries
        }
        if let explanation = ExplainRecipientHandler.undecided(announcement) { return explanation }
        let resolvedAt = announcement.resolvedAt ?? announcement.createdAt
        let present = try await present(announcement.query, recipient, request.account, at: resolvedAt)
        // A cancelled announcement left the inboxes that it had not reached, so these recipients are no longer known.
        if announcement.state == .cancelled, [.told, .noPushToken].contains(present.reason) {
            return RecipientExplanation(
                reason: .cancelled, text: "it was taken back; users who had not been notified by then are not notified",
                deliveries: present.wasWithinAnyRadius(at: resolvedAt) ? deliveries : [])
        }
        let result = present.asOf(resolvedAt)
        return RecipientExplanation(reason: result.reason, text: result.text, deliveries: [])
    }

    /// - Parameter recipient: Nil for an unknown account.
    private func present(
        _ query: AudienceQuery, _ recipient: Int64?, _ account: AccountID, at resolvedAt: UnixTime
    ) async throws -> AudienceRules.RecipientResult {
        if let interest = query.interest {
            return service.audience.coarseResult(on: interest, for: recipient, at: resolvedAt)
        }
        var row: AudienceRow?
        if let recipient { row = try await service.store.audienceRow(of: recipient) }
        return service.audience.coarseResult(on: query, for: row, account, at: resolvedAt)
    }

    private static func explanation(
        _ figures: ResolvedRecipient, _ deliveries: [DeliveryRecord], isPlaced: Bool
    ) -> RecipientExplanation {
        guard isPlaced else {
            return RecipientExplanation(
                reason: .told, text: "the user was in the audience when the recipients were decided",
                deliveries: deliveries)
        }
        guard figures.distance > 0 else {
            return RecipientExplanation(
                reason: .told, text: "the position and the distance are no longer stored",
                deliveries: deliveries)
        }
        return RecipientExplanation(
            reason: .told, text: ReasonText.near(figures.distance, figures.radius), distance: figures.distance,
            radius: figures.radius, deliveries: deliveries)
    }

    /// Nil once the audience is resolved.
    private static func undecided(_ announcement: PendingAudience) -> RecipientExplanation? {
        let text: String
        switch announcement.state {
        case .scheduled: text = "it has not begun yet"
        case .deciding: text = "it is being decided"
        case .cancelled where announcement.isBarred:
            text = "it was cancelled at its start, because its publisher had taken back too much around its place"
        case .cancelled where announcement.resolvedAt == nil: text = "it was cancelled before it was decided"
        case .delivering, .done, .cancelled: return nil
        }
        return RecipientExplanation(reason: .undecided, text: text, deliveries: [])
    }
}
