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
    /// How far their position was from the announcement, in whole kilometres, at least one; nil for one who was not
    /// told.
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
