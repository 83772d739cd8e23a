// What GET announcements/{id}/recipients/{account} answers, in an envelope.

public import BaliseJSON

/// Why somebody was told of an announcement, or was not.
public struct AnnouncementRecipient: JSONConvertible, Hashable {
    /// The account of the person.
    public var account: String
    /// Why; `told` says whether it is the word of that name.
    public var reason: TellingReason
    /// The same for people: `about 3 km away, radius 10 km`.
    public var text: String
    /// How far their position was from the announcement, in whole kilometres, at least one; nil for one who was not told.
    public var distanceMeters: Double?
    /// Kilometres around their position of which they want to hear; nil for one who was not told.
    public var notificationRadius: Int?
    /// What became of it on each of their push devices.
    public var deliveries: [PushDelivery]

    /// Makes a body of these members; nil leaves one out.
    public init(
        account: String, reason: TellingReason, text: String, distanceMeters: Double? = nil,
        notificationRadius: Int? = nil, deliveries: [PushDelivery]
    ) {
        self.account = account
        self.reason = reason
        self.text = text
        self.distanceMeters = distanceMeters
        self.notificationRadius = notificationRadius
        self.deliveries = deliveries
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        account = try json.needed("account")
        reason = try json.needed("reason")
        text = try json.needed("text")
        distanceMeters = try json.optional("distanceMeters")
        notificationRadius = try json.optional("notificationRadius")
        deliveries = try json.needed("deliveries")
    }

    public func write(to json: inout JSONObject) {
        json.set("account", account)
        json.set("told", reason == .told)
        json.set("reason", reason)
        json.set("text", text)
        json.set("distanceMeters", distanceMeters)
        json.set("notificationRadius", notificationRadius)
        json.set("deliveries", deliveries)
    }
}
