import Foundation
import Models

@testable import Push

extension DueDelivery {
    static let sample = DueDelivery(
        place: QueuePlace(nextAt: UnixTime(milliseconds: 1_000_000), number: 7), channel: .apnsProduction, id: UUID(),
        state: .pending, attempts: 0,
        announcement: .sample(),
        recipient: DueRecipient(number: 3, isClosed: false, badge: 1),
        token: DueToken(
            number: 5, owner: 3, provider: .apns, token: SecretText("secret"), environment: .production,
            isEnvironmentAssumed: false, purpose: .alert, isMuted: false))

    func with(_ change: (inout DueDelivery) -> Void) -> DueDelivery {
        var copy = self
        change(&copy)
        return copy
    }
}

extension DueAnnouncement {
    static func sample(
        _ type: AnnouncementType = .offer, endsAt: UnixTime = UnixTime(milliseconds: 9_000_000),
        isCancelled: Bool = false, isTest: Bool = false
    ) -> DueAnnouncement {
        DueAnnouncement(
            number: 1, id: NotificationID("a1")!, type: type, subject: .number(42), title: nil, body: nil,
            category: "FOOD_PLAISIRS", endsAt: endsAt, isCancelled: isCancelled, isTest: isTest)
    }
}
