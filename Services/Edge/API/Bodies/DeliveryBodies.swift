// What became of an announcement and of its deliveries, as its publisher and the support read it.

import BaliseAPI
import Models

extension PushDeliveryCounts {
    /// The counts of an announcement.
    init(_ counts: DeliveryCounts) {
        self.init(
            accepted: counts.accepted, sent: counts.sent, suppressed: counts.suppressed, deferred: counts.deferred,
            failed: counts.failed, expired: counts.expired, pending: counts.pending)
    }
}

extension PushDelivery {
    /// What became of an announcement on one push device.
    init(_ delivery: DeliveryRecord) {
        self.init(
            token: delivery.token.text, type: PushTokenKind(delivery.provider),
            state: PushDeliveryProgress(rawValue: delivery.state.rawValue), reason: delivery.reason,
            attempts: delivery.attempts, at: delivery.at.date, nextAt: delivery.nextAt?.date)
    }
}

extension AnnouncementRecipient {
    /// Why a person was or was not told.
    init(_ explanation: RecipientExplanation, of account: AccountID) {
        self.init(
            account: account.text, reason: TellingReason(rawValue: explanation.reason.rawValue),
            text: explanation.text, distanceMeters: explanation.distance, notificationRadius: explanation.radius,
            deliveries: explanation.deliveries.map(PushDelivery.init))
    }
}
