@testable import Push

extension DueDelivery {
    static let sample = DueDelivery(
        place: QueuePlace(nextAt: UnixTime(milliseconds: 1_000_000), number: 7), channel: .apnsProduction, id: UUID(),
        state: .pending, attempts: 0,
        notification: .sample(),
        recipient: DueRecipient(number: 3, isClosed: false, badge: 1),
        token: DueToken(
            number: 5, owner: 3, provider: .apns, token: SecretText("secret"), environment: .production,
            isEnvironmentAssumed: false, purpose: .alert, isMuted: false))
}

extension DueNotification {
    static func sample(
        _ type: AnnouncementType = .offer, endsAt: UnixTime = UnixTime(milliseconds: 9_000_000),
        isCancelled: Bool = false, isTest: Bool = false
    ) -> DueNotification {
        DueNotification(
            number: 1, id: NotificationID("a1")!, kind: type.rawValue,
            announcement: Announcement(type: type, subject: .number(42), category: "FOOD_PLAISIRS"),
            content: NotificationContent(sound: nil), audience: DueAudience(expression: nil, isPlaced: true),
            endsAt: endsAt,
            isCancelled: isCancelled, isTest: isTest)
    }

    static let arrival = DueNotification(
        number: 1, id: NotificationID("n1")!, kind: ArrivalContent.kind, content: NotificationContent(sound: nil),
        audience: DueAudience(expression: nil, isPlaced: false), endsAt: UnixTime(milliseconds: 9_000_000),
        isTest: true)

    static func other(_ kind: String, _ content: NotificationContent? = nil) -> DueNotification {
        DueNotification(
            number: 1, id: NotificationID("n1")!, kind: kind, content: content,
            audience: DueAudience(expression: nil, isPlaced: false), endsAt: UnixTime(milliseconds: 9_000_000))
    }
}
