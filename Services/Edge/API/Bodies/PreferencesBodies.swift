// What people want to hear of, in the form in which the app writes and reads it.

import BaliseAPI
import BaliseJSON
import Models

extension NotificationChoices {
    /// Reads a body that has to say all of it. Which radius and which categories there are the service knows.
    init(_ body: JSONValue) throws(EdgeError) {
        self.init(
            notifyNewOffers: try body.neededFlag("notifyNewOffers"),
            notifyNewProNearby: try body.neededFlag("notifyNewProNearby"),
            notifyLocalEvents: try body.neededFlag("notifyLocalEvents"),
            radius: try body.neededInteger("notificationRadius"),
            categories: try body.neededTexts("preferredCategories"))
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
            timeZone: hours?.timeZone)
    }
}

extension QuietHours {
    /// Reads a body. Where it names no time zone, the one that the app says of itself with every request counts.
    init(_ body: JSONValue, client: ClientInfo?) throws(EdgeError) {
        guard let timeZone = try body.text("timeZone") ?? client?.timezone else {
            throw .invalid("The member timeZone is missing; it is a name such as Europe/Paris.")
        }
        self.init(start: try body.minutes("start"), end: try body.minutes("end"), timeZone: timeZone)
    }
}

extension JSONValue {
    /// A time of the day such as `22:00`, in minutes after midnight.
    fileprivate func minutes(_ name: StaticString) throws(EdgeError) -> Int {
        guard let time = BaliseTimeOfDay(try neededText(name)) else {
            throw .invalid("The member \(name) must be a time of the day from 00:00 to 23:59.")
        }
        return time.minutes
    }
}
