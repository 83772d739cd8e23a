import BaliseAPI
import Models

extension NotificationChoices {
    /// Reads a body. The preferences service checks the radius and the categories.
    init(_ body: BalisePreferences) {
        self.init(
            notifyNewOffers: body.notifyNewOffers, notifyNewProNearby: body.notifyNewProNearby,
            notifyLocalEvents: body.notifyLocalEvents, radius: body.notificationRadius,
            categories: body.preferredCategories)
    }
}

extension BalisePreferences {
    init(_ choices: NotificationChoices) {
        self.init(
            notifyNewOffers: choices.notifyNewOffers, notifyNewProNearby: choices.notifyNewProNearby,
            notifyLocalEvents: choices.notifyLocalEvents, notificationRadius: choices.radius,
            preferredCategories: choices.categories)
    }
}

extension BaliseQuietHours {
    init(_ hours: QuietHours?) {
        self.init(
            start: hours.flatMap { BaliseTimeOfDay(minutes: $0.start) },
            end: hours.flatMap { BaliseTimeOfDay(minutes: $0.end) },
            timeZone: hours?.timeZone, allowsInterruptions: hours.map { $0.allowsInterruptions ?? false })
    }
}

extension QuietHours {
    /// Reads a body. Without a time zone in the body, the one from the client headers applies.
    init(_ body: SetQuietHoursRequest, client: ClientInfo?) throws(EdgeError) {
        guard let timeZone = body.timeZone ?? client?.timezone else {
            throw EdgeError(SetQuietHoursRequest.missingTimeZone)
        }
        self.init(
            start: body.start.minutes, end: body.end.minutes, timeZone: timeZone,
            allowsInterruptions: body.allowsInterruptions == true ? true : nil)
    }
}
