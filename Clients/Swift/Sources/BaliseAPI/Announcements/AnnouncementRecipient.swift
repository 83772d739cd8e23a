public import BaliseJSON

/// The reason why a user was notified or not: the answer of GET announcements/{id}/recipients/{account} in an envelope.
public struct AnnouncementRecipient: JSONConvertible, Hashable {
    /// The user's account.
    public var account: String
    /// The reason; `told` for a notified user.
    public var reason: RecipientReason
    /// The reason for people: `about 3 km away, radius 10 km`.
    public var text: String
    /// The distance of the user in metres, rounded to whole kilometres, at least one; nil if not notified.
    public var distanceMeters: Double?
    /// The user's radius in kilometres; nil for a user who was not notified.
    public var notificationRadius: Int?
    /// The deliveries to the user's push devices.
    public var deliveries: [PushDelivery]

    /// Makes a body of these members; nil leaves one out.
    public init(
        account: String, reason: RecipientReason, text: String, distanceMeters: Double? = nil,
        notificationRadius: Int? = nil, deliveries: [PushDelivery]
    ) {
        self.account = account
        self.reason = reason
        self.text = text
        self.distanceMeters = distanceMeters
        self.notificationRadius = notificationRadius
        self.deliveries = deliveries
    }

    private enum DerivedKeys: CodingKey {
        case told
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        var derived = encoder.container(keyedBy: DerivedKeys.self)
        try members.encode(account, forKey: .account)
        try derived.encode(reason == .told, forKey: .told)
        try members.encode(reason, forKey: .reason)
        try members.encode(text, forKey: .text)
        try members.encodeIfPresent(distanceMeters, forKey: .distanceMeters)
        try members.encodeIfPresent(notificationRadius, forKey: .notificationRadius)
        try members.encode(deliveries, forKey: .deliveries)
    }
}
