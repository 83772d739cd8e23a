// What people want to hear of, in the form in which the app writes and reads it.

import BaliseAPI
import Models

extension NotificationChoices {
    /// What a body says. Which radius and which categories there are the service knows.
    init(_ body: BalisePreferences) {
        self.init(
            notifyNewOffers: body.notifyNewOffers, notifyNewProNearby: body.notifyNewProNearby,
            notifyLocalEvents: body.notifyLocalEvents, radius: body.notificationRadius,
            categories: body.preferredCategories)
    }
}

extension BalisePreferences {
    /// What a person wants to hear of, as the app reads it.
    init(_ choices: NotificationChoices) {
        self.init(
            notifyNewOffers: choices.notifyNewOffers, notifyNewProNearby: choices.notifyNewProNearby,
            notifyLocalEvents: choices.notifyLocalEvents, notificationRadius: choices.radius,
            preferredCategories: choices.categories)
    }
}

extension BaliseQuietHours {
    /// Quiet hours, or that there are none.
    init(_ hours: QuietHours?) {
        self.init(
            start: hours.flatMap { BaliseTimeOfDay(minutes: $0.start) },
            end: hours.flatMap { BaliseTimeOfDay(minutes: $0.end) },
            timeZone: hours?.timeZone, allowsInterruptions: hours.map { $0.allowsInterruptions ?? false })
    }
}

extension QuietHours {
    /// What a body says. Where it names no time zone, the one that the app says of itself with every request counts.
    init(_ body: SetQuietHoursRequest, client: ClientInfo?) throws(EdgeError) {
        guard let timeZone = body.timeZone ?? client?.timezone else {
            throw EdgeError(SetQuietHoursRequest.missingTimeZone)
        }
        self.init(
            start: body.start.minutes, end: body.end.minutes, timeZone: timeZone,
            allowsInterruptions: body.allowsInterruptions == true ? true : nil)
    }
}
