import BaliseAPI
import Models

extension PushDeliveryCounts {
    init(_ counts: DeliveryCounts) {
        self.init(
            accepted: counts.accepted, sent: counts.sent, suppressed: counts.suppressed, deferred: counts.deferred,
            failed: counts.failed, expired: counts.expired, pending: counts.pending)
    }
}

extension PushDelivery {
    init(_ delivery: DeliveryRecord) {
        self.init(
            token: delivery.token.text, type: delivery.provider,
            state: PushDeliveryProgress(rawValue: delivery.state.rawValue), reason: delivery.reason,
            attempts: delivery.attempts, at: delivery.at.date, nextAt: delivery.nextAt?.date)
    }
}

extension AnnouncementRecipient {
    init(_ explanation: RecipientExplanation, of account: AccountID) {
        self.init(
            account: account.text, reason: explanation.reason,
            text: explanation.text, distanceMeters: explanation.distance, notificationRadius: explanation.radius,
            deliveries: explanation.deliveries.map(PushDelivery.init))
    }
}

extension DeliveryCounts {
    /// A publisher sees the number of pushes sent, but not the number of recipients; its record then has 0 recipients.
    func tellsRecipients(_ recipients: Int) -> Bool { recipients > 0 || sent == 0 }
}
