// When a person wants to be left in peace: the body of PUT notification-preferences/quiet-hours.

/// Quiet hours, every day.
public struct SetQuietHoursRequest: JSONConvertible, Hashable {
    /// The first quiet minute.
    public var start: TimeOfDay
    /// The first minute that is not quiet; before `start` where the night lies between.
    public var end: TimeOfDay
    /// Whose clock counts, for example `Europe/Paris`; nil for the zone that the app says with every call.
    public var timeZone: String?

    /// Makes a body of these members; nil leaves one out.
    public init(start: TimeOfDay, end: TimeOfDay, timeZone: String? = nil) {
        self.start = start
        self.end = end
        self.timeZone = timeZone
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        start = try json.needed("start")
        end = try json.needed("end")
        timeZone = try json.optional("timeZone")
    }

    public func write(to json: inout JSONObject) {
        json.set("start", start)
        json.set("end", end)
        json.set("timeZone", timeZone)
    }
}
