import Models

extension PushContext {
    /// Explains with stored figures for recipients, and with newly computed figures for other users. A push depends on
    /// the user's exact place, so the answer only tells whether a user was notified if the grid square of their place
    /// implies it. Recipients close to the edge of their radius get the same answer as other users.
    func explainRecipient(_ request: ExplainRecipient, _ context: MessageContext) async throws -> RecipientExplanation {
        guard let notification = try await store.notification(request.id, of: nil, among: request.among) else {
            throw ServiceError(.notFound, "there is no \(request.among.noun) with this id")
        }
        try await people.inquire(
            about: request.account, notification.id, askedBy: request.askedBy ?? "the operator", at: clock.now())
        let recipient = try await people.recipient(of: request.account)
        var records: [DeliveryRecord] = []
        if let recipient, let entry = try await deliveries.entry(of: recipient, notification.number) {
            if let figures = entry.figures, figures.mayBeKnown {
                return figures.explanation(entry.deliveries, isPlaced: notification.query.place != nil)
            }
            records = entry.deliveries
        }
        if let explanation = notification.undecided { return explanation }
        let decidedAt = notification.decidedAt ?? notification.record.createdAt
        let present = try await present(notification.query, recipient, request.account, at: decidedAt)
        // A cancelled notification left the inboxes that it had not reached, so these recipients are no longer known.
        if notification.state == .cancelled, [.told, .noPushToken].contains(present.reason) {
            return RecipientExplanation(
                reason: .cancelled, text: "it was taken back; users who had not been notified by then are not notified",
                deliveries: present.wasWithinAnyRadius(at: decidedAt) ? records : [])
        }
        let result = present.asOf(decidedAt)
        return RecipientExplanation(reason: result.reason, text: result.text, deliveries: [])
    }

    private func present(
        _ query: AudienceQuery, _ recipient: Int64?, _ account: AccountID, at decidedAt: UnixTime
    ) async throws -> AudienceRules.RecipientResult {
        if let interest = query.interest { return audience.coarseResult(on: interest, for: recipient, at: decidedAt) }
        var row: AudienceRow?
        if let recipient { row = try await people.audienceRow(of: recipient) }
        // The copy in memory lacks choices that a query may test, such as kinds, topics and tags. So the row is read.
        return audience.rules.coarseResult(on: query, for: row?.member, account, on: row?.devices ?? [], at: decidedAt)
    }

    func listInquiries(_ request: ListInquiries, _ context: MessageContext) async throws -> ListInquiries.Reply {
        ListInquiries.Reply(inquiries: try await people.inquiries(about: request.account, limit: 500))
    }
}

extension ResolvedRecipient {
    fileprivate func explanation(_ deliveries: [DeliveryRecord], isPlaced: Bool) -> RecipientExplanation {
        if isPlaced, distance > 0 {
            return RecipientExplanation(
                reason: .told, text: ReasonText.near(distance, radius), distance: distance, radius: radius,
                deliveries: deliveries)
        }
        let text =
            isPlaced
            ? "the position and the distance are no longer stored"
            : "the user was chosen; see the deliveries"
        return RecipientExplanation(reason: .told, text: text, deliveries: deliveries)
    }
}

extension KeptNotification {
    /// The explanation before the audience is resolved; nil afterwards.
    fileprivate var undecided: RecipientExplanation? {
        let text: String
        switch state {
        case .scheduled: text = "it has not begun yet"
        case .deciding: text = "it is being decided"
        case .cancelled where isBarred:
            text = "it was cancelled at its start, because its publisher had taken back too much around its place"
        case .cancelled where decidedAt == nil: text = "it was cancelled before it was decided"
        default: return nil
        }
        return RecipientExplanation(reason: .undecided, text: text, deliveries: [])
    }
}
