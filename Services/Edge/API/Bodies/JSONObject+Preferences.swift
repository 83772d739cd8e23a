// What people want to hear of, in the form in which the app writes and reads it.

import HTTPInterface
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

extension JSONObject {
    /// All five members, always.
    init(choices: NotificationChoices) {
        self.init()
        set("notifyNewOffers", choices.notifyNewOffers)
        set("notifyNewProNearby", choices.notifyNewProNearby)
        set("notifyLocalEvents", choices.notifyLocalEvents)
        set("notificationRadius", choices.radius)
        set("preferredCategories", choices.categories)
    }

    /// Quiet hours; every member is `null` where there are none.
    init(quietHours: QuietHours?) {
        self.init()
        setOrNull("start", quietHours.map { clockTime($0.start) })
        setOrNull("end", quietHours.map { clockTime($0.end) })
        setOrNull("timeZone", quietHours?.timeZone)
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
        let digits = Array(try neededText(name).utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":"), let hour = twoDigits(digits[0..<2]), hour < 24,
            let minute = twoDigits(digits[3..<5]), minute < 60
        else { throw .invalid("The member \(name) must be a time of the day from 00:00 to 23:59.") }
        return hour * 60 + minute
    }
}

private func twoDigits(_ bytes: ArraySlice<UInt8>) -> Int? {
    let isNumber = bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int(String(decoding: bytes, as: UTF8.self)) : nil
}

/// Minutes after midnight as a clock shows them.
private func clockTime(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
}
