public import BaliseJSON
public import Foundation

/// The reason why a user was notified or not: the answer of GET announcements/{id}/recipients/{account} in an envelope.
public struct AnnouncementRecipient: JSONConvertible, Hashable {
    /// The user's account.
    public var account: String
    /// The reason as a word. `told` means that the user was notified.
    public var reason: RecipientReason
    /// The reason as a sentence for people: `about 3 km away, radius 10 km`.
    public var text: String
    /// The distance of the user in metres, rounded to whole kilometres and at least 1,000; nil if not notified.
    public var distanceMeters: Double?
    /// The user's radius in kilometres; nil for a user who was not notified.
    public var notificationRadius: Int?
    /// The deliveries to the user's push devices.
    public var deliveries: [PushDelivery]

    public init(
        account: String, reason: RecipientReason, text: String, distanceMeters: Double? = nil,
        notificationRadius: Int? = nil, deliveries: [PushDelivery]
    ) {
        (self.account, self.reason, self.text, self.distanceMeters) = (account, reason, text, distanceMeters)
        (self.notificationRadius, self.deliveries) = (notificationRadius, deliveries)
    }

    private enum DerivedKeys: CodingKey { case told }

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

/// A delivery to one push token. Other bodies contain it.
public struct PushDelivery: JSONConvertible, Hashable {
    /// The `id` of the push token.
    public var token: String
    /// The provider of the push token.
    public var type: PushProvider
    /// How far the delivery has come.
    public var state: PushDeliveryProgress
    /// Why the delivery failed or waits; nil if it was sent at once.
    public var reason: String?
    /// The number of tries so far.
    public var attempts: Int
    /// When the delivery's state last changed.
    public var at: Date
    /// When the next try is due; nil if no try will follow.
    public var nextAt: Date?

    public init(
        token: String, type: PushProvider, state: PushDeliveryProgress, reason: String? = nil, attempts: Int, at: Date,
        nextAt: Date? = nil
    ) {
        (self.token, self.type, self.state) = (token, type, state)
        (self.reason, self.attempts, self.at, self.nextAt) = (reason, attempts, at, nextAt)
    }
}

/// The state of a delivery to one push device.
public struct PushDeliveryProgress: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The delivery waits for its turn, or for another try.
    public static let pending = PushDeliveryProgress(rawValue: "pending")
    /// The provider has accepted the push.
    public static let sent = PushDeliveryProgress(rawValue: "sent")
    /// The push will not be sent: the user no longer wants it, the device is no longer registered, or it was cancelled.
    public static let suppressed = PushDeliveryProgress(rawValue: "suppressed")
    /// The delivery waits for the end of quiet hours.
    public static let deferred = PushDeliveryProgress(rawValue: "deferred")
    /// The server has given up the delivery.
    public static let failed = PushDeliveryProgress(rawValue: "failed")
    /// The notification expired before the push could be sent.
    public static let expired = PushDeliveryProgress(rawValue: "expired")
    public static let allCases: [PushDeliveryProgress] = [.pending, .sent, .suppressed, .deferred, .failed, .expired]
}

/// The number of deliveries in each state. `accepted` is always the sum of the other counts.
public struct PushDeliveryCounts: JSONConvertible, Hashable {
    /// The number of all deliveries.
    public var accepted: Int
    /// The deliveries that the provider accepted.
    public var sent: Int
    /// The deliveries that were not sent because the user switched the kind off, moved away or muted the device.
    public var suppressed: Int
    /// The deliveries that wait for the end of quiet hours.
    public var deferred: Int
    /// The deliveries that the server has given up.
    public var failed: Int
    /// The deliveries that expired before they could be sent.
    public var expired: Int
    /// The deliveries that wait for their turn, or for another try.
    public var pending: Int

    public init(accepted: Int, sent: Int, suppressed: Int, deferred: Int, failed: Int, expired: Int, pending: Int) {
        (self.accepted, self.sent, self.suppressed) = (accepted, sent, suppressed)
        (self.deferred, self.failed, self.expired, self.pending) = (deferred, failed, expired, pending)
    }
}
