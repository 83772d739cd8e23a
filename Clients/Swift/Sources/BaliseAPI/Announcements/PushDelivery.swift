public import BaliseJSON
public import Foundation

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

/// A delivery to one push token, as part of other bodies.
public struct PushDelivery: JSONConvertible, Hashable {
    /// The `id` of the push token.
    public var token: String
    /// The provider.
    public var type: PushProvider
    /// The state.
    public var state: PushDeliveryProgress
    /// The reason for the state; nil if it was sent at once.
    public var reason: String?
    /// The number of tries.
    public var attempts: Int
    /// When its state last changed.
    public var at: Date
    /// The time of the next try; nil when it has ended.
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

    /// It waits for its turn, or for another try.
    public static let pending = PushDeliveryProgress(rawValue: "pending")
    /// The provider has accepted it.
    public static let sent = PushDeliveryProgress(rawValue: "sent")
    /// It is not sent: the user no longer wants it, the device is no longer registered, or it was cancelled.
    public static let suppressed = PushDeliveryProgress(rawValue: "suppressed")
    /// It waits for the end of quiet hours.
    public static let deferred = PushDeliveryProgress(rawValue: "deferred")
    /// It was given up.
    public static let failed = PushDeliveryProgress(rawValue: "failed")
    /// It expired before it could be sent.
    public static let expired = PushDeliveryProgress(rawValue: "expired")
    public static let allCases: [PushDeliveryProgress] = [.pending, .sent, .suppressed, .deferred, .failed, .expired]
}

/// The number of deliveries in each state. `accepted` is always the sum of the others.
public struct PushDeliveryCounts: JSONConvertible, Hashable {
    /// All deliveries.
    public var accepted: Int
    /// Accepted by the provider.
    public var sent: Int
    /// Not sent because of the user: switched off, moved away, muted.
    public var suppressed: Int
    /// Waiting for the end of quiet hours.
    public var deferred: Int
    /// Given up.
    public var failed: Int
    /// Expired before they could be sent.
    public var expired: Int
    /// Waiting for their turn, or for another try.
    public var pending: Int

    public init(accepted: Int, sent: Int, suppressed: Int, deferred: Int, failed: Int, expired: Int, pending: Int) {
        (self.accepted, self.sent, self.suppressed) = (accepted, sent, suppressed)
        (self.deferred, self.failed, self.expired, self.pending) = (deferred, failed, expired, pending)
    }
}
